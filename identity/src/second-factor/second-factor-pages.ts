import { currentLanguage, LANGUAGES, ORIGINAL } from '@academy/contract/i18n/languages';
import type { Account } from '../accounts-store.ts';
import type { Brand } from '../brands.ts';
import { field, summary } from '../pages/fields.ts';
import { type Html, html } from '../pages/html.ts';
import type { FormState } from '../pages/pages.ts';
import { qrCode } from './qr-code.ts';
import { secondFactorTexts } from './second-factor-texts.ts';
import type { Factors } from './second-factors.ts';
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
  const texts = secondFactorTexts;
  const app = factors.totpSince !== null;
  const label = app ? texts.code : texts.recoveryCode;
  const form = html`<form method="post" action="${action}" novalidate>
${field({ ...CODE, label, ...wrongOf(state), hint: app ? texts.codeHint : texts.recoveryCodeHint, focused: app || passkey === null })}
<button class="button${passkey === null || app ? ' primary' : ''}" type="submit">${texts.confirm}</button>
</form>`;
  const whose = {
    email: account.email,
    strong: (words: Html | readonly (string | Html)[]) => html`<strong>${words}</strong>`,
  };
  const lead = app ? texts.appLead(whose) : texts.passkeyLead(whose);
  return html`<h1>${texts.confirmTitle}</h1>
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
  const texts = secondFactorTexts;
  const label = texts.codeOfApp;
  const address = totpAddress(secret, `${brand.tenant.name} Academy`, account.email);
  return html`<h1>${texts.setUpTitle}</h1>
<p class="lead">${texts.setUpLead}</p>
${problems(state, label)}
<ol class="steps"><li><p>${texts.scan}</p>
${qrCode(address, texts.qrCode)}
<p class="hint">${texts.orKey({ link: (words) => html`<a href="${address}">${words}</a>` })}</p>
<p><code class="key">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p></li>
<li><p>${texts.typeDigits}</p>
<form method="post" action="${links.action}" novalidate>
${field({ ...CODE, label, inputMode: 'numeric', maxLength: 12, ...wrongOf(state), focused: false })}
<button class="button primary" type="submit">${texts.turnOn}</button>
</form></li></ol>
${toOverview(links.overview)}`;
}

export function secondFactorStatusPage(
  factors: Factors,
  links: { add: string | null; remove: string | null; codes: string; overview: string },
): Html {
  const { totpSince, passkeys, recoveryCodes } = factors;
  const texts = secondFactorTexts;
  const lead =
    totpSince === null ? texts.passkeysProtect({ count: passkeys }) : texts.appSince({ day: dayOf(totpSince) });
  return html`<h1>${texts.title}</h1>
<p class="lead">${lead}</p>
<h2>${texts.recoveryCodes}</h2>
<p>${texts.recoveryLead({ count: recoveryCodes })}</p>
<div class="actions"><a class="button" href="${links.codes}">${texts.renew}</a>
${links.add === null ? null : html`<a class="button" href="${links.add}">${texts.addApp}</a>`}
${links.remove === null ? null : html`<a class="button" href="${links.remove}">${texts.removeApp}</a>`}</div>
${toOverview(links.overview)}`;
}

export function removeTotpPage(factors: Factors, action: string, back: string): Html {
  const texts = secondFactorTexts;
  const after = factors.passkeys > 0 ? texts.removeAppPasskey : texts.removeAppLast;
  return confirmPage(texts.removeAppTitle, after, texts.remove, action, back);
}

export function renewRecoveryCodesPage(action: string, back: string): Html {
  const texts = secondFactorTexts;
  return confirmPage(texts.renewTitle, texts.renewLead, texts.renewButton, action, back);
}

/** Shows recovery codes, once. */
export function recoveryCodesPage(codes: readonly string[], said: string, on: string): Html {
  return html`<p class="said" role="status">${said}</p>
<h1>${secondFactorTexts.keepTitle}</h1>
<p class="lead">${secondFactorTexts.keepLead}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button primary" href="${on}">${secondFactorTexts.saved}</a></div>`;
}

/** Asks for confirmation of something that cannot be undone. */
export function confirmPage(title: string, text: string, button: string, action: string, back: string): Html {
  return html`<h1>${title}</h1>
<p class="lead">${text}</p>
<div class="actions"><form method="post" action="${action}"><button class="button primary" type="submit">${button}</button></form>
<a class="button" href="${back}">${secondFactorTexts.cancel}</a></div>`;
}

/** The link to the overview, below a page of the account. */
export function toOverview(overview: string): Html {
  return html`<p class="other"><a href="${overview}">${secondFactorTexts.back}</a></p>`;
}

/** `3 May 2030` */
export function dayOf(date: Date): string {
  const language = currentLanguage();
  const locale = language === ORIGINAL ? 'en-GB' : LANGUAGES[language].locale;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

function wrongOf(state: FormState): { error?: string } {
  const error = state.errors.code;
  return error === undefined ? {} : { error };
}

function problems(state: FormState, label: string): Html | null {
  const error = state.errors.code;
  return summary(state.problem, error === undefined ? [] : [{ name: 'code', label, error }]);
}
