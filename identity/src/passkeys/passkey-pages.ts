import { field, summary } from '../pages/fields.ts';
import { type Html, html } from '../pages/html.ts';
import type { FormState } from '../pages/pages.ts';
import { dayOf, toOverview } from '../second-factor/second-factor-pages.ts';
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
  return html`<form class="passkey" method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}"${suggest === true ? html` data-suggest` : null} novalidate hidden>
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
  const rows = passkeys.map(
    ({ credentialId, name, createdAt, lastUsedAt }) =>
      html`<li><a href="${links.edit(credentialId)}">${name}</a><span>Added on ${dayOf(createdAt)}${lastUsedAt === null ? ', not used yet' : `, last used on ${dayOf(lastUsedAt)}`}</span></li>`,
  );
  return html`<h1>Passkeys</h1>
<p class="lead">Log in with your fingerprint, your face or the PIN of your device, without a password. Once you have a passkey, your password alone no longer lets you in: it needs a second step.</p>
${problems(state)}
${rows.length === 0 ? html`<p class="lead">You have no passkey yet.</p>` : html`<ul class="entries">${rows}</ul>`}
${
  form === 'full'
    ? html`<p class="lead">You have as many passkeys as an account may have.</p>`
    : form !== null &&
      html`${form}<p class="lead" data-without-passkeys>To add a passkey, your browser needs JavaScript and support for passkeys.</p>`
}
${toOverview(links.overview)}`;
}

/** The field for a passkey's name, in the forms that add and rename one. */
export function passkeyNameField(value: string, error?: string): Html {
  return field({
    name: 'name',
    label: 'Name of the passkey',
    type: 'text',
    autocomplete: 'off',
    maxLength: PASSKEY_NAME_MAX_LENGTH,
    hint: 'So that you know which device it is on.',
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
<p class="lead">Added on ${dayOf(passkey.createdAt)}.</p>
${problems(state)}
<form method="post" action="${action}" novalidate>${hidden('rename')}
${passkeyNameField(state.values.name ?? passkey.name, state.errors.name)}
<button class="button primary" type="submit">Save the name</button></form>
<h2>Remove this passkey</h2>
<p>${
    last
      ? 'It is your only second factor: from then on your password alone opens your account, and your recovery codes are gone.'
      : 'It does not open your account any more.'
  } Remove it from your device as well.</p>
<form method="post" action="${action}">${hidden('remove')}
<button class="button" type="submit">Remove</button></form>
<p class="other"><a href="${back}">All passkeys</a></p>`;
}

function problems(state: FormState): Html | null {
  const error = state.errors.name;
  return summary(state.problem, error === undefined ? [] : [{ name: 'name', label: 'Name of the passkey', error }]);
}
