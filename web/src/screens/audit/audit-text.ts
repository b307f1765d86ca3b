import { shortened } from '../../lib/plain-text.ts';

/** `person.make-admin` as people read it: 'Person: make admin'. */
export function actionText(action: string): string {
  const [kind = '', ...what] = action.split('.');
  return `${kindText(kind)}: ${what.join(' ').replaceAll('-', ' ')}`;
}

/** `lab-session` as people read it: 'Lab session'. */
export function kindText(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Longest name of a target, such as the message of an alert. */
const MOST_ABOUT = 60;

/** What people know the target of an entry by, such as an address, a title or the message of an alert; null: nothing. */
export function aboutOf(details: Readonly<Record<string, unknown>>): string | null {
  for (const facts of [details, details.after, details.before]) {
    if (!isRecord(facts)) continue;
    for (const name of ['email', 'title', 'name', 'owner', 'message'])
      if (typeof facts[name] === 'string' && facts[name] !== '') return shortened(facts[name], MOST_ABOUT);
  }
  return null;
}

/** One fact of an entry: what was before is null where nothing was, and missing where the entry is not a change. */
export interface Fact {
  name: string;
  before?: string | null;
  after: string | null;
}

/**
 * The facts of an entry, one for each name. A name in both `before` and `after` becomes one fact, and
 * those that did not change are left out.
 */
export function factsOf(details: Readonly<Record<string, unknown>>): Fact[] {
  const { before, after, ...others } = details;
  const facts: Fact[] = Object.entries(others).map(([name, value]) => ({ name: nameText(name), after: text(value) }));
  if (before === undefined && after === undefined) return facts;
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}))
    return [...facts, { name: 'Value', before: text(before), after: text(after) }];
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const fact = { name: nameText(name), before: text(old[name]), after: text(now[name]) };
    if (fact.before !== fact.after) facts.push(fact);
  }
  return facts;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `expiresAt`: 'Expires at'. */
function nameText(name: string): string {
  return kindText(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

function text(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.map(text).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
