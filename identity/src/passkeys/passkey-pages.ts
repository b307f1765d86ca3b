import { field, summary } from '../pages/fields.ts';
import { type Html, html } from '../pages/html.ts';
import type { FormState } from '../pages/pages.ts';
import { dayOf, toOverview } from '../second-factor/second-factor-pages.ts';
import { passkeyTexts } from './passkey-texts.ts';
import type { StoredPasskey } from './passkeys-store.ts';

export const PASSKEY_NAME_MAX_LENGTH = 60;

interface PasskeyForm {
  action: string;
  kind: 'create' | 'get';
  /** Options for the browser's WebAuthn call. */
  options: object;
  button: string;
  primary: boolean;
  /** Offers passkeys among the suggestions of the address field as well. */
  suggest?: boolean;
  fields?: Html;
}

/** A form that the script submits with the authenticator's answer; hidden without the script. */
export function passkeyForm({ action, kind, options, button, primary, suggest, fields }: PasskeyForm): Html {
  return html`<form class="passkey" method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}"${suggest === true ? html` data-suggest` : null} data-not-chosen="${passkeyTexts.notChosen}" data-known="${passkeyTexts.known}" data-unusable="${passkeyTexts.unusable}" novalidate hidden>
${fields}<input type="hidden" name="passkey" value="">
<button class="button${primary ? ' primary' : ''}" type="submit">${button}</button>
<p class="wrong" role="alert"></p></form>`;
}

/** The owner's list, and the form to add another one below the limit. */
export function passkeysPage(
  passkeys: readonly StoredPasskey[],
  form: Html | 'full' | null,
  links: { edit: (credentialId: string) => string; overview: string },
  state: FormState,
): Html {
  const texts = passkeyTexts;
  const rows = passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => {
    const day = dayOf(createdAt);
    const dates = lastUsedAt === null ? texts.unusedRow({ day }) : texts.usedRow({ day, used: dayOf(lastUsedAt) });
    return html`<li><a href="${links.edit(credentialId)}">${name}</a><span>${dates}</span></li>`;
  });
  return html`<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
${problems(state)}
${rows.length === 0 ? html`<p class="lead">${texts.none}</p>` : html`<ul class="entries">${rows}</ul>`}
${
  form === 'full'
    ? html`<p class="lead">${texts.full}</p>`
    : form !== null && html`${form}<p class="lead" data-without-passkeys>${texts.unsupported}</p>`
}
${toOverview(links.overview)}`;
}

/** The field for a passkey's name, in the forms that add and rename one. */
export function passkeyNameField(value: string, error?: string): Html {
  return field({
    name: 'name',
    label: passkeyTexts.name,
    type: 'text',
    autocomplete: 'off',
    maxLength: PASSKEY_NAME_MAX_LENGTH,
    hint: passkeyTexts.nameHint,
    value,
    focused: false,
    ...(error === undefined ? {} : { error }),
  });
}

/** The page of one passkey: rename or remove it. */
export function passkeyPage(
  passkey: StoredPasskey,
  last: boolean,
  action: string,
  back: string,
  state: FormState,
): Html {
  const hidden = (what: string) =>
    html`<input type="hidden" name="credential" value="${passkey.credentialId}"><input type="hidden" name="do" value="${what}">`;
  return html`<h1>${passkey.name}</h1>
<p class="lead">${passkeyTexts.added({ day: dayOf(passkey.createdAt) })}</p>
${problems(state)}
<form method="post" action="${action}" novalidate>${hidden('rename')}
${passkeyNameField(state.values.name ?? passkey.name, state.errors.name)}
<button class="button primary" type="submit">${passkeyTexts.saveName}</button></form>
<h2>${passkeyTexts.removeTitle}</h2>
<p>${last ? passkeyTexts.removeLast : passkeyTexts.removeLead}</p>
<form method="post" action="${action}">${hidden('remove')}
<button class="button" type="submit">${passkeyTexts.remove}</button></form>
<p class="other"><a href="${back}">${passkeyTexts.all}</a></p>`;
}

function problems(state: FormState): Html | null {
  const error = state.errors.name;
  return summary(state.problem, error === undefined ? [] : [{ name: 'name', label: passkeyTexts.name, error }]);
}
