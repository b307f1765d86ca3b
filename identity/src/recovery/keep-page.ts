import { type Html, html } from '../pages/html.ts';
import { type FormState, summaryOf } from '../pages/pages.ts';
import { dayOf } from '../second-factor/second-factor-pages.ts';
import { type Credential, choiceOf } from './recovery-rules.ts';

const KINDS: Record<Credential['kind'], string> = {
  passkey: 'Passkey, logs in without a password',
  app: 'Second step of your log-in',
  'recovery-codes': 'Stand in for the second step',
  token: 'Access token, lets a program act for you',
  address: 'Personal or work e-mail address',
};

/** Asks the owner once, after a reset by mail, what to keep. Recent credentials are kept only when selected. */
export function keepPage(action: string, credentials: readonly Credential[], at: Date): Html {
  const those = (choice: ReturnType<typeof choiceOf>) => credentials.filter((one) => choiceOf(one, at) === choice);
  const [recent, older, stays] = [those('recent'), those('older'), those('stays')];
  return html`<h1>What do you want to keep?</h1>
<p class="lead">Your password is changed, and every device is logged out. These can also open your account or act for it. What is not ticked is removed.</p>
<form method="post" action="${action}">
${group('Added in the last two weeks', 'Tick only what you added yourself.', recent, false)}
${group('Older', 'Untick what you do not know.', older, true)}
<button class="button primary" type="submit">Keep what is ticked, remove the rest</button>
</form>
${stays.length === 0 ? null : html`<p class="other">This stays in any case: ${stays.map(({ name }) => name).join(', ')}. To remove it, log in with it first.</p>`}`;
}

function group(title: string, hint: string, credentials: readonly Credential[], kept: boolean): Html | null {
  if (credentials.length === 0) return null;
  return html`<fieldset class="choices"><legend>${title}</legend>
<p class="hint">${hint}</p>
${credentials.map((one) => choice(one, kept))}</fieldset>`;
}

function choice({ id, kind, name, addedAt }: Credential, kept: boolean): Html {
  return html`<label class="choice"><input type="checkbox" name="keep" value="${id}"${kept ? html` checked` : null}>
<span>${name}<small>${KINDS[kind]}${addedAt === null ? null : `. Added on ${dayOf(addedAt)}`}</small></span></label>
`;
}

/** Replaces every page that changes how to log in, after a change of address was taken back. */
export function passwordFirstPage(options: {
  action: string;
  overview: string;
  email: string;
  state: FormState;
}): Html {
  return html`<h1>Choose a new password first</h1>
<p class="lead">A change of your address was taken back. Somebody else may know your password, so nothing about your log-in can be changed until you choose a new one by mail. We send the link to <strong>${options.email}</strong>.</p>
${summaryOf(options.state, [])}
<form method="post" action="${options.action}">
<button class="button primary" type="submit">Send the link</button>
</form>
<p class="other"><a href="${options.overview}">Back to your account</a></p>`;
}
