import { accountAreaTexts } from '../pages/account-area-texts.ts';
import { type Html, html } from '../pages/html.ts';
import { type FormState, summaryOf } from '../pages/pages.ts';
import type { Decision } from './claims.ts';
import type { Claims, Directory, KnownFacts } from './directory.ts';
import { directoryTexts } from './directory-texts.ts';

interface DirectoryPage {
  directory: Directory;
  email: string | null;
  /** The log-in of the directory. */
  to: string;
  /** The log-in page of the academy. */
  back: string;
}

/**
 * Between the form and the directory: browsers apply `form-action` to every redirect after a form, and a company's log-in
 * may redirect on.
 */
export function directoryPage({ directory, email, to, back }: DirectoryPage): Html {
  const { name, isRequired } = directory;
  return html`<h1>${directoryTexts.title({ directory: name })}</h1>
<p class="lead">${isRequired || email === null ? directoryTexts.leadRequired({ directory: name }) : directoryTexts.lead({ email, directory: name })}</p>
<div class="actions"><a class="button primary" href="${to}">${directoryTexts.continue({ directory: name })}</a></div>
<p class="other"><a href="${back}">${isRequired ? directoryTexts.another : directoryTexts.password}</a></p>`;
}

/** On the way out: the session at the academy has ended. */
export function logOutPage({ name }: Directory, to: string, home: string): Html {
  return html`<h1>${directoryTexts.logOutTitle({ directory: name })}</h1>
<p class="lead">${directoryTexts.logOutLead({ directory: name })}</p>
<div class="actions"><a class="button primary" href="${to}">${directoryTexts.logOutContinue({ directory: name })}</a></div>
<p class="other"><a href="${home}">${directoryTexts.logOutSkip}</a></p>`;
}

interface ConnectedPage {
  /** Null: the account belongs to no directory. */
  name: string | null;
  /** Why it cannot leave. */
  obstacle: string | null;
  action: string;
  back: string;
  state: FormState;
}

/** The directory of an account. */
export function connectedPage({ name, obstacle, action, back, state }: ConnectedPage): Html {
  const leave = html`<p class="lead">${directoryTexts.leaveLead({ directory: name ?? '' })}</p>
<form method="post" action="${action}" novalidate>
<button class="button primary" type="submit">${directoryTexts.leave({ directory: name ?? '' })}</button>
</form>`;
  return html`<h1>${directoryTexts.company}</h1>
${summaryOf(state, [])}
<p class="lead">${name === null ? directoryTexts.noCompany : directoryTexts.connected({ directory: name })}</p>
${name === null ? null : obstacle === null ? leave : html`<p>${obstacle}</p>`}
<p class="other"><a href="${back}">${accountAreaTexts.back}</a></p>`;
}

/** What a trial came back with: every claim, and what a log-in would make of it. */
export function trialPage(directory: Directory, claims: Claims, decision: Decision, facts: Facts): Html {
  const name = `${facts.firstName} ${facts.lastName}`.trim();
  const { groups = [] } = facts;
  const isPro = facts.isPro === null ? 'unset' : facts.isPro ? 'yes' : 'no';
  return html`<h1>${directoryTexts.tryTitle({ directory: directory.name })}</h1>
<p class="lead">${directoryTexts.tryLead}</p>
<h2>${directoryTexts.result}</h2>
<p><strong>${outcome(directory, decision, name)}</strong></p>
<p>${name === '' ? directoryTexts.noName : directoryTexts.name({ name })}</p>
<p>${directoryTexts.pro({ isPro })}</p>
${groups.length === 0 ? null : html`<p>${directoryTexts.groups({ groups: groups.join(', ') })}</p>`}
<h2>${directoryTexts.claims}</h2>
<dl>${Object.entries(claims).map(
    ([claim, value]) => html`<dt><code>${claim}</code></dt>
<dd>${typeof value === 'string' ? value : JSON.stringify(value)}</dd>
`,
  )}</dl>`;
}

type Facts = Pick<KnownFacts, 'firstName' | 'lastName' | 'isPro' | 'groups'>;

function outcome(directory: Directory, decision: Decision, name: string): string {
  const words = { directory: directory.name };
  if (decision.kind === 'refuse') return directoryTexts.refused({ reason: directoryTexts[decision.reason](words) });
  if (decision.kind === 'make') return directoryTexts.make({ name, email: decision.facts.email });
  const { email } = decision.account;
  return decision.kind === 'join' ? directoryTexts.join({ email, ...words }) : directoryTexts.follow({ email });
}
