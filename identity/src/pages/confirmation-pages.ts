import type { Brand } from '../brands.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords.ts';
import { confirmationTexts } from './confirmation-texts.ts';
import { type Field, field } from './fields.ts';
import { type Html, html } from './html.ts';
import { EMAIL_MAX_LENGTH, type FormState, summaryOf, withFocus } from './pages.ts';

export const passwordHint = (): string => confirmationTexts.passwordHint({ min: PASSWORD_MIN_LENGTH });

export interface InboxPage {
  action: string;
  /** Address of the form that starts again. */
  other: string;
  email: string;
  state: FormState;
  /** A line that confirms an action. */
  said: string | null;
  /** Where mails can be read on this machine; null where they are really sent. */
  mailboxUrl: string | null;
}

export const digitsField = (): Omit<Field, 'focused' | 'value' | 'error'> => ({
  name: 'code',
  label: confirmationTexts.code,
  type: 'text',
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  maxLength: 20,
});

/** Waits for the six digits of a mail, or for its link. */
export function checkInboxPage({ action, other, email, state, said, mailboxUrl }: InboxPage): Html {
  const texts = confirmationTexts;
  const digits = digitsField();
  const [code] = withFocus({ ...state, values: {} }, [digits]);
  return html`<h1>${texts.inboxTitle}</h1>
<p class="lead">${texts.inboxLead({ email, strong: (words) => html`<strong>${words}</strong>` })}</p>
${inboxHint(mailboxUrl)}
${said === null ? null : html`<p class="said" role="status">${said}</p>`}
${summaryOf(state, [digits])}
<form method="post" action="${action}" novalidate>
${code === undefined ? null : field(code)}
<button class="button primary" type="submit">${texts.confirm}</button>
</form>
<div class="actions"><a class="button" href="${action}">${texts.opened}</a>
<form method="post" action="${action}"><button class="button" type="submit" name="resend" value="1">${texts.sendNew}</button></form></div>
<p class="other">${texts.noMailOther({ link: (words) => html`<a href="${other}">${words}</a>` })}</p>`;
}

/** In `local` mail does not leave the machine: says where it is. */
export function inboxHint(mailboxUrl: string | null): Html | null {
  return mailboxUrl === null
    ? null
    : html`<p class="hint local">${confirmationTexts.mailbox({ link: (words) => html`<a href="${mailboxUrl}" target="_blank" rel="noopener">${words}</a>` })}</p>`;
}

export function forgotPage(options: { action: string; back: string; state: FormState }): Html {
  const texts = confirmationTexts;
  const fields = withFocus(options.state, [
    { name: 'email', label: texts.email, type: 'email', autocomplete: 'username', maxLength: EMAIL_MAX_LENGTH },
  ]);
  return html`<h1>${texts.choosePassword}</h1>
<p class="lead">${texts.forgotLead}</p>
${summaryOf(options.state, fields)}
<form method="post" action="${options.action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">${texts.sendLink}</button>
</form>
<p class="other">${texts.remembered({ link: (words) => html`<a href="${options.back}">${words}</a>` })}</p>`;
}

export function forgotSentPage(options: {
  email: string;
  again: string;
  back: string;
  mailboxUrl: string | null;
}): Html {
  const texts = confirmationTexts;
  return html`<h1>${texts.inboxTitle}</h1>
<p class="lead">${texts.forgotSent({ email: options.email, strong: (words) => html`<strong>${words}</strong>` })}</p>
${inboxHint(options.mailboxUrl)}
<div class="actions"><a class="button primary" href="${options.back}">${texts.backToLogIn}</a></div>
<p class="other">${texts.noMailAgain({ link: (words) => html`<a href="${options.again}">${words}</a>` })}</p>`;
}

/** The page behind the link of a mail; it has a button, because mail programs open links by themselves. */
export function confirmLinkPage(options: {
  action: string;
  brand: Brand;
  asksPassword: boolean;
  state: FormState;
}): Html {
  const { action, brand, asksPassword, state } = options;
  const texts = confirmationTexts;
  const academy = `${brand.tenant.name} Academy`;
  const fields = asksPassword
    ? withFocus(state, [
        {
          name: 'password',
          label: texts.password,
          type: 'password',
          autocomplete: 'current-password',
          maxLength: PASSWORD_MAX_LENGTH,
          hint: texts.chosenPassword,
        },
      ])
    : [];
  return html`<h1>${texts.confirmTitle}</h1>
<p class="lead">${asksPassword ? texts.confirmElsewhere({ academy }) : texts.confirmHere({ academy })}</p>
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">${texts.confirmButton}</button>
</form>`;
}

export function newPasswordPage(options: { action: string; email: string; state: FormState }): Html {
  const texts = confirmationTexts;
  const fields = withFocus(options.state, [
    {
      name: 'password',
      label: texts.newPassword,
      type: 'password',
      autocomplete: 'new-password',
      maxLength: PASSWORD_MAX_LENGTH,
      hint: passwordHint(),
    },
  ]);
  return html`<h1>${texts.choosePassword}</h1>
<p class="lead">${texts.newPasswordLead({ email: options.email, strong: (words) => html`<strong>${words}</strong>` })}</p>
${summaryOf(options.state, fields)}
<form method="post" action="${options.action}" novalidate>
<input type="text" name="username" value="${options.email}" autocomplete="username" hidden>
${fields.map(field)}
<button class="button primary" type="submit">${texts.setPassword}</button>
</form>`;
}

/** Takes a change of address back. */
export function undoPage(options: { action: string; email: string; state: FormState }): Html {
  return html`<h1>${confirmationTexts.undoTitle}</h1>
<p class="lead">${confirmationTexts.undoLead}</p>
${summaryOf(options.state, [])}
<form method="post" action="${options.action}" novalidate>
<button class="button primary" type="submit">${confirmationTexts.undoButton({ email: options.email })}</button>
</form>`;
}
