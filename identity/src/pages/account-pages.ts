import { withLanguage } from '@academy/contract/i18n/address';
import type { Brand } from '../brands.ts';
import type { Account } from '../identity-store.ts';
import { PASSWORD_MAX_LENGTH } from '../passwords.ts';
import { accountAreaTexts } from './account-area-texts.ts';
import { digitsField, inboxHint, passwordHint } from './confirmation-pages.ts';
import { field } from './fields.ts';
import { type Html, html } from './html.ts';
import { academyOf, EMAIL_MAX_LENGTH, type FormState, summaryOf, withFocus } from './pages.ts';

/** Entry of a page on the overview. */
export interface AccountEntry {
  title: string;
  /** The present state: `Changed on 3 May 2026`, `Off`. */
  text: string;
}

export function overviewPage(
  brand: Brand,
  account: Account,
  entries: readonly (AccountEntry & { href: string })[],
): Html {
  return html`<h1>${accountAreaTexts.title}</h1>
<p class="lead">${accountAreaTexts.lead({ name: `${account.firstName} ${account.lastName}`, academy: academyOf(brand) })}</p>
<ul class="entries">${entries.map(
    ({ href, title, text }) => html`<li><a href="${href}">${title}</a><span>${text}</span></li>`,
  )}</ul>
<p class="other">${accountAreaTexts.more({ link: (words) => html`<a href="${brand.origin}${withLanguage('/account')}">${words}</a>` })}</p>`;
}

/** The page below a line that confirms an action. */
export function withSaid(said: string | undefined, content: Html): Html {
  return said === undefined ? content : html`<p class="said" role="status">${said}</p>${content}`;
}

const strong = (words: (string | Html)[]): Html => html`<strong>${words}</strong>`;

interface AccountForm {
  action: string;
  /** The overview. */
  back: string;
  email: string;
  state: FormState;
}

export function changePasswordPage({ action, back, email, state }: AccountForm): Html {
  const fields = withFocus(state, [
    {
      name: 'current',
      label: accountAreaTexts.current,
      type: 'password',
      autocomplete: 'current-password',
      maxLength: PASSWORD_MAX_LENGTH,
    },
    {
      name: 'password',
      label: accountAreaTexts.newPassword,
      type: 'password',
      autocomplete: 'new-password',
      maxLength: PASSWORD_MAX_LENGTH,
      hint: passwordHint(),
    },
  ]);
  return html`<h1>${accountAreaTexts.passwordTitle}</h1>
<p class="lead">${accountAreaTexts.passwordLead}</p>
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
<input type="text" name="username" value="${email}" autocomplete="username" hidden>
${fields.map(field)}
<button class="button primary" type="submit">${accountAreaTexts.changePassword}</button>
</form>
<p class="other"><a href="${back}">${accountAreaTexts.back}</a></p>`;
}

export function changeEmailPage({ action, back, email, state }: AccountForm): Html {
  const fields = withFocus(state, [
    {
      name: 'email',
      label: accountAreaTexts.newEmail,
      type: 'email',
      autocomplete: 'email',
      maxLength: EMAIL_MAX_LENGTH,
    },
  ]);
  return html`<h1>${accountAreaTexts.emailTitle}</h1>
<p class="lead">${accountAreaTexts.emailLead({ email, strong })}</p>
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">${accountAreaTexts.sendMail}</button>
</form>
<p class="other"><a href="${back}">${accountAreaTexts.back}</a></p>`;
}

/**
 * Waits for the code mailed to a new address, or follows its link. `email` is null when there is nothing to confirm.
 */
export function newAddressPage(options: {
  action: string;
  again: string;
  email: string | null;
  byLink: boolean;
  state: FormState;
  mailboxUrl: string | null;
}): Html {
  const { action, again, email, byLink, state, mailboxUrl } = options;
  if (email === null)
    return html`<h1>${accountAreaTexts.nothingTitle}</h1>
<p class="lead">${accountAreaTexts.nothing}</p>
<div class="actions"><a class="button primary" href="${again}">${accountAreaTexts.emailTitle}</a></div>`;
  const fields = byLink ? [] : withFocus({ ...state, values: {} }, [digitsField()]);
  return html`<h1>${accountAreaTexts.confirmTitle}</h1>
<p class="lead">${byLink ? accountAreaTexts.confirmByLink({ email, strong }) : accountAreaTexts.confirmByCode({ email, strong })}</p>
${byLink ? null : inboxHint(mailboxUrl)}
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">${accountAreaTexts.confirm}</button>
</form>
<p class="other">${accountAreaTexts.noMail({ link: (words) => html`<a href="${again}">${words}</a>` })}</p>`;
}
