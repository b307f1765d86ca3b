import type { Account } from '../accounts-store.ts';
import type { Brand } from '../brands.ts';
import { field, summary } from '../pages/fields.ts';
import { type Html, html } from '../pages/html.ts';
import type { FormState } from '../pages/pages.ts';
import { qrCode } from './qr-code.ts';
import { codesLeft, type Factors } from './second-factors.ts';
import { totpAddress } from './totp.ts';

const CODE = { name: 'code', type: 'text', autocomplete: 'one-time-code', maxLength: 32 } as const;

/**
 * Asks for the second factor at log-in.
 *
 * @param passkey the form of the passkey button, where the account has one
 */
export function secondFactorPage(
  account: Account,
  factors: Factors,
  passkey: Html | null,
  action: string,
  state: FormState,
): Html {
  const app = factors.totpSince !== null;
  const label = app ? 'Code' : 'Recovery code';
  const form = html`<form method="post" action="${action}" novalidate>
${field({ ...CODE, label, ...wrongOf(state), hint: app ? 'The six digits of the app, or a recovery code.' : 'One of the codes that you kept when you set up your passkey.', focused: app || passkey === null })}
<button class="button${passkey === null || app ? ' primary' : ''}" type="submit">Confirm</button>
</form>`;
  const lead = app
    ? html`Open your authenticator app and type what it shows for <strong>${account.email}</strong>.`
    : html`A password alone does not open the account of <strong>${account.email}</strong>: it has a passkey.`;
  return html`<h1>Confirm that it is you</h1>
<p class="lead">${lead}</p>
${problems(state, label)}
${app || passkey === null ? html`${form}${passkey}` : html`${passkey}${form}`}`;
}

/** Sets up an authenticator app: the QR code, its text, and the first code. */
export function addTotpPage(
  brand: Brand,
  account: Account,
  secret: string,
  links: { action: string; overview: string },
  state: FormState,
): Html {
  const label = 'Code that the app shows';
  const address = totpAddress(secret, `${brand.tenant.name} Academy`, account.email);
  return html`<h1>Set up two-step log-in</h1>
<p class="lead">Besides your password, logging in then takes a code from an app on your phone, such as Aegis, 2FAS or Google Authenticator.</p>
${problems(state, label)}
<ol class="steps"><li><p>Scan this picture with the app.</p>
${qrCode(address, 'QR code for your authenticator app')}
<p class="hint">Or type this key into it, or <a href="${address}">open it on this device</a>:</p>
<p><code class="key">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p></li>
<li><p>Type the six digits that it shows.</p>
<form method="post" action="${links.action}" novalidate>
${field({ ...CODE, label, inputMode: 'numeric', maxLength: 12, ...wrongOf(state), focused: false })}
<button class="button primary" type="submit">Turn on two-step log-in</button>
</form></li></ol>
${toOverview(links.overview)}`;
}

export function secondFactorStatusPage(
  factors: Factors,
  links: { add: string | null; remove: string | null; codes: string; overview: string },
): Html {
  const { totpSince, passkeys, recoveryCodes } = factors;
  const lead =
    totpSince === null
      ? `Your ${passkeys === 1 ? 'passkey protects' : 'passkeys protect'} your account: the password alone does not open it.`
      : `Besides your password, logging in takes a code from your authenticator app, since ${dayOf(totpSince)}.`;
  return html`<h1>Two-step log-in</h1>
<p class="lead">${lead}</p>
<h2>Recovery codes</h2>
<p>With a recovery code you get in when your phone or passkey is not at hand. ${codesLeft(recoveryCodes)}</p>
<div class="actions"><a class="button" href="${links.codes}">Make new recovery codes</a>
${links.add === null ? null : html`<a class="button" href="${links.add}">Set up an authenticator app</a>`}
${links.remove === null ? null : html`<a class="button" href="${links.remove}">Remove the authenticator app</a>`}</div>
${toOverview(links.overview)}`;
}

export function removeTotpPage(factors: Factors, action: string, back: string): Html {
  const after =
    factors.passkeys > 0
      ? 'Logging in with your password then takes a passkey or a recovery code.'
      : 'From then on your password alone opens your account, and your recovery codes are gone.';
  return confirmPage('Remove the authenticator app?', after, 'Remove', action, back);
}

export function renewRecoveryCodesPage(action: string, back: string): Html {
  return confirmPage(
    'Make new recovery codes?',
    'You see ten new codes, this once. Those that you have now do not work any more.',
    'Make new codes',
    action,
    back,
  );
}

/** Shows recovery codes, once. */
export function recoveryCodesPage(codes: readonly string[], said: string, on: string): Html {
  return html`<p class="said" role="status">${said}</p>
<h1>Keep your recovery codes</h1>
<p class="lead">Each of them opens your account once when your phone or passkey is not at hand. They are shown only now: print them, or keep them where you keep passwords.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button primary" href="${on}">I have saved them</a></div>`;
}

/** Asks for confirmation of something that cannot be undone. */
export function confirmPage(title: string, text: string, button: string, action: string, back: string): Html {
  return html`<h1>${title}</h1>
<p class="lead">${text}</p>
<div class="actions"><form method="post" action="${action}"><button class="button primary" type="submit">${button}</button></form>
<a class="button" href="${back}">Cancel</a></div>`;
}

/** The link to the overview, below a page of the account. */
export function toOverview(overview: string): Html {
  return html`<p class="other"><a href="${overview}">Back to your account</a></p>`;
}

/** `3 May 2030` */
export function dayOf(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

function wrongOf(state: FormState): { error?: string } {
  const error = state.errors.code;
  return error === undefined ? {} : { error };
}

function problems(state: FormState, label: string): Html | null {
  const error = state.errors.code;
  return summary(state.problem, error === undefined ? [] : [{ name: 'code', label, error }]);
}
