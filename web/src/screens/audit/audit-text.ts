import { AUDIT_ACTIONS } from '@academy/contract/audit-actions';
import { shortened } from '../../lib/plain-text.ts';
import { auditActionTexts } from './audit-action-texts.ts';
import { KNOWN_NAMES } from './audit-codes.ts';
import { auditNameTexts } from './audit-name-texts.ts';
import { auditTexts } from './audit-texts.ts';

/** An action as people read it; one of an older or newer version by its code: `plan.make` is 'Plan: make'. */
export function actionText(action: string): string {
  const known = AUDIT_ACTIONS.find((one) => one === action);
  if (known !== undefined) return auditActionTexts[known];
  const [kind = '', ...what] = action.split('.');
  return `${kindText(kind)}: ${what.join(' ').replaceAll('-', ' ')}`;
}

/** A kind of thing as people read it; those without words of their own by their code: `old-plan` is 'Old plan'. */
export function kindText(kind: string): string {
  const known = KNOWN_NAMES.find((one) => one === kind);
  return known === undefined ? spelled(kind) : auditNameTexts[known];
}

function spelled(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Longest name of a target, such as the message of an alert. */
const MAX_ABOUT = 60;

/** What people know the target of an entry by, such as an address, a title or the message of an alert; null: nothing. */
export function aboutOf(details: Readonly<Record<string, unknown>>): string | null {
  for (const facts of [details, details.after, details.before]) {
    if (!isRecord(facts)) continue;
    for (const name of ['email', 'title', 'name', 'owner', 'message'])
      if (typeof facts[name] === 'string' && facts[name] !== '') return shortened(facts[name], MAX_ABOUT);
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
    return [...facts, { name: auditTexts.value, before: text(before), after: text(after) }];
  const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const fact = { name: nameText(name), before: text(old[name]), after: text(now[name]) };
    if (fact.before !== fact.after) facts.push(fact);
  }
  return facts;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of a fact; those without words of their own by their code: `lastUse` is 'Last use'. */
function nameText(name: string): string {
  const known = KNOWN_NAMES.find((one) => one === name);
  if (known !== undefined) return auditNameTexts[known];
  return spelled(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

function text(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.map(text).join(', ');
  if (typeof value === 'boolean') return value ? auditTexts.yes : auditTexts.no;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
