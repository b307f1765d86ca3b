import type { Brand } from '../brands.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords.ts';
import { field } from './fields.ts';
import { type Html, html } from './html.ts';
import { EMAIL_MAX_LENGTH, type FormState, type Notice, summaryOf, withFocus } from './pages.ts';

export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters. A few words in a row make a good one.`;

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

export const DIGITS = {
  name: 'code',
  label: 'Code from the mail',
  type: 'text',
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  maxLength: 20,
} as const;

/** Waits for the six digits of a mail, or for its link. */
export function checkInboxPage({ action, other, email, state, said, mailboxUrl }: InboxPage): Html {
  const [code] = withFocus({ ...state, values: {} }, [DIGITS]);
  return html`<h1>Check your inbox</h1>
<p class="lead">We sent a mail to <strong>${email}</strong>. Type the six digits from it, or open its link on any device.</p>
${inboxHint(mailboxUrl)}
${said === null ? null : html`<p class="said" role="status">${said}</p>`}
${summaryOf(state, [DIGITS])}
<form method="post" action="${action}" novalidate>
${code === undefined ? null : field(code)}
<button class="button primary" type="submit">Confirm</button>
</form>
<div class="actions"><a class="button" href="${action}">I opened the link</a>
<form method="post" action="${action}"><button class="button" type="submit" name="resend" value="1">Send a new mail</button></form></div>
<p class="other">No mail? Look among the spam, or <a href="${other}">use another address</a></p>`;
}

/** In `local` mail does not leave the machine: says where it is. */
export function inboxHint(mailboxUrl: string | null): Html | null {
  return mailboxUrl === null
    ? null
    : html`<p class="hint local">This academy runs on your machine. Its mails are in the <a href="${mailboxUrl}" target="_blank" rel="noopener">local mailbox</a>.</p>`;
}

export function forgotPage(options: { action: string; back: string; state: FormState }): Html {
  const fields = withFocus(options.state, [
    { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', maxLength: EMAIL_MAX_LENGTH },
  ]);
  return html`<h1>Choose a new password</h1>
<p class="lead">Type the address that you log in with. We send you a link to a page where you choose a new password.</p>
${summaryOf(options.state, fields)}
<form method="post" action="${options.action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">Send the link</button>
</form>
<p class="other">Remembered it? <a href="${options.back}">Log in</a></p>`;
}

export function forgotSentPage(options: {
  email: string;
  again: string;
  back: string;
  mailboxUrl: string | null;
}): Html {
  return html`<h1>Check your inbox</h1>
<p class="lead">If <strong>${options.email}</strong> has an account, a mail is on its way. Open its link within 30 minutes.</p>
${inboxHint(options.mailboxUrl)}
<div class="actions"><a class="button primary" href="${options.back}">Back to log-in</a></div>
<p class="other">No mail? Look among the spam, or <a href="${options.again}">try again</a></p>`;
}

/** The page behind the link of a mail; it has a button, because mail programs open links by themselves. */
export function confirmLinkPage(options: {
  action: string;
  brand: Brand;
  asksPassword: boolean;
  state: FormState;
}): Html {
  const { action, brand, asksPassword, state } = options;
  const fields = asksPassword
    ? withFocus(state, [
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          maxLength: PASSWORD_MAX_LENGTH,
          hint: 'The one that you chose when you created the account.',
        },
      ])
    : [];
  return html`<h1>Confirm your address</h1>
<p class="lead">${asksPassword ? `You created an account for ${brand.tenant.name} Academy in another browser. Your password shows that it was you.` : `One click, and your account for ${brand.tenant.name} Academy is ready.`}</p>
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">Confirm my address</button>
</form>`;
}

export function newPasswordPage(options: { action: string; email: string; state: FormState }): Html {
  const fields = withFocus(options.state, [
    {
      name: 'password',
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      maxLength: PASSWORD_MAX_LENGTH,
      hint: PASSWORD_HINT,
    },
  ]);
  return html`<h1>Choose a new password</h1>
<p class="lead">For <strong>${options.email}</strong>. Setting it logs you out on every device.</p>
${summaryOf(options.state, fields)}
<form method="post" action="${options.action}" novalidate>
<input type="text" name="username" value="${options.email}" autocomplete="username" hidden>
${fields.map(field)}
<button class="button primary" type="submit">Set the password</button>
</form>`;
}

/** Takes a change of address back. */
export function undoPage(options: { action: string; notice: Notice; email: string; state: FormState }): Html {
  return html`<h1>${options.notice.title}</h1>
<p class="lead">${options.notice.text}</p>
${summaryOf(options.state, [])}
<form method="post" action="${options.action}" novalidate>
<button class="button primary" type="submit">Log in with ${options.email} again</button>
</form>`;
}
