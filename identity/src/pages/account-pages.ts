import { type Brand, homeOf } from '../brands.ts';
import type { Account } from '../identity-store.ts';
import { PASSWORD_MAX_LENGTH } from '../passwords.ts';
import { digitsField, inboxHint, passwordHint } from './confirmation-pages.ts';
import { field } from './fields.ts';
import { type Html, html } from './html.ts';
import { EMAIL_MAX_LENGTH, type FormState, summaryOf, withFocus } from './pages.ts';

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
  return html`<h1>Your account</h1>
<p class="lead">${account.firstName} ${account.lastName}, this is how you log in to ${brand.tenant.name} Academy.</p>
<ul class="entries">${entries.map(
    ({ href, title, text }) => html`<li><a href="${href}">${title}</a><span>${text}</span></li>`,
  )}</ul>
<p class="other">Your name, your devices and your data are in <a href="${homeOf(brand, undefined)}account">My Account</a></p>`;
}

/** The page below a line that confirms an action. */
export function withSaid(said: string | undefined, content: Html): Html {
  return said === undefined ? content : html`<p class="said" role="status">${said}</p>${content}`;
}

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
      label: 'Current password',
      type: 'password',
      autocomplete: 'current-password',
      maxLength: PASSWORD_MAX_LENGTH,
    },
    {
      name: 'password',
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      maxLength: PASSWORD_MAX_LENGTH,
      hint: passwordHint(),
    },
  ]);
  return html`<h1>Change your password</h1>
<p class="lead">This logs you out on all your other devices.</p>
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
<input type="text" name="username" value="${email}" autocomplete="username" hidden>
${fields.map(field)}
<button class="button primary" type="submit">Change the password</button>
</form>
<p class="other"><a href="${back}">Back to your account</a></p>`;
}

export function changeEmailPage({ action, back, email, state }: AccountForm): Html {
  const fields = withFocus(state, [
    { name: 'email', label: 'New e-mail address', type: 'email', autocomplete: 'email', maxLength: EMAIL_MAX_LENGTH },
  ]);
  return html`<h1>Change your e-mail address</h1>
<p class="lead">You log in with <strong>${email}</strong>. We send a mail to the new address; nothing changes before you confirm it.</p>
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">Send the mail</button>
</form>
<p class="other"><a href="${back}">Back to your account</a></p>`;
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
    return html`<h1>There is nothing to confirm</h1>
<p class="lead">The mail is too old, or a newer one took its place.</p>
<div class="actions"><a class="button primary" href="${again}">Change your e-mail address</a></div>`;
  const fields = byLink ? [] : withFocus({ ...state, values: {} }, [digitsField()]);
  return html`<h1>Confirm your new address</h1>
<p class="lead">${byLink ? html`From now on you log in with <strong>${email}</strong>.` : html`We sent a mail to <strong>${email}</strong>. Type the six digits from it, or open its link in this browser.`}</p>
${byLink ? null : inboxHint(mailboxUrl)}
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">Confirm the new address</button>
</form>
<p class="other">No mail? <a href="${again}">Try again</a></p>`;
}
