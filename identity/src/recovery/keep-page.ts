import { type Html, html } from '../pages/html.ts';
import { type FormState, summaryOf } from '../pages/pages.ts';
import { dayOf, toOverview } from '../second-factor/second-factor-pages.ts';
import { type Credential, choiceOf } from './recovery-rules.ts';
import { recoveryTexts } from './recovery-texts.ts';

/** The messages about a kind, without and with the day on which it was added. */
const KINDS = {
  passkey: ['passkey', 'passkeyOn'],
  app: ['app', 'appOn'],
  'recovery-codes': ['recoveryCodes', 'recoveryCodesOn'],
  token: ['token', 'tokenOn'],
  address: ['address', 'addressOn'],
} as const satisfies Record<Credential['kind'], readonly [string, string]>;

/** Asks the owner once, after a reset by mail, what to keep. Recent credentials are kept only when selected. */
export function keepPage(action: string, credentials: readonly Credential[], at: Date): Html {
  const those = (choice: ReturnType<typeof choiceOf>) => credentials.filter((one) => choiceOf(one, at) === choice);
  const [recent, older, stays] = [those('recent'), those('older'), those('stays')];
  const texts = recoveryTexts;
  return html`<h1>${texts.keepTitle}</h1>
<p class="lead">${texts.keepLead}</p>
<form method="post" action="${action}">
${group(texts.recent, texts.recentHint, recent, false)}
${group(texts.older, texts.olderHint, older, true)}
<button class="button primary" type="submit">${texts.keep}</button>
</form>
${stays.length === 0 ? null : html`<p class="other">${texts.stays({ names: stays.map(({ name }) => name).join(', ') })}</p>`}`;
}

function group(title: string, hint: string, credentials: readonly Credential[], kept: boolean): Html | null {
  if (credentials.length === 0) return null;
  return html`<fieldset class="choices"><legend>${title}</legend>
<p class="hint">${hint}</p>
${credentials.map((one) => choice(one, kept))}</fieldset>`;
}

function choice({ id, kind, name, addedAt }: Credential, kept: boolean): Html {
  const [plain, dated] = KINDS[kind];
  const about = addedAt === null ? recoveryTexts[plain] : recoveryTexts[dated]({ day: dayOf(addedAt) });
  return html`<label class="choice"><input type="checkbox" name="keep" value="${id}"${kept ? html` checked` : null}>
<span>${name}<small>${about}</small></span></label>
`;
}

/** Replaces every page that changes how to log in, after a change of address was taken back. */
export function passwordFirstPage(options: {
  action: string;
  overview: string;
  email: string;
  state: FormState;
}): Html {
  return html`<h1>${recoveryTexts.passwordTitle}</h1>
<p class="lead">${recoveryTexts.passwordLead({ email: options.email, strong: (words) => html`<strong>${words}</strong>` })}</p>
${summaryOf(options.state, [])}
<form method="post" action="${options.action}">
<button class="button primary" type="submit">${recoveryTexts.sendLink}</button>
</form>
${toOverview(options.overview)}`;
}
