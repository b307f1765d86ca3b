import type { LabAction } from '@academy/contract/labs';

/*
 * What happens by itself on a page of instructions, by the positions of its actions: sections that open and close, actions
 * that start with the page or with their section, actions that follow each other, and those that a learner must not skip.
 */

type Actions = readonly LabAction[];

const ANY = '*';
const nameOf = ({ settings }: LabAction): string => (typeof settings.name === 'string' ? settings.name : ANY);
const is = (action: LabAction | undefined, name: string): boolean => action?.known === true && action.name === name;

/** The position of the section that each action lies in; null for those that lie in none. */
export function sectionsOf(actions: Actions): (number | null)[] {
  const open: number[] = [];
  return actions.map((action, at) => {
    const within = open.at(-1) ?? null;
    if (is(action, 'section:begin')) open.push(at);
    if (!is(action, 'section:end') || open.length === 0) return within;
    open.pop();
    return open.at(-1) ?? null;
  });
}

/** The beginning of the section that ends here; null when there is none. */
export function sectionEndingAt(actions: Actions, end: number): number | null {
  const open: number[] = [];
  for (const [at, action] of actions.slice(0, end).entries()) {
    if (is(action, 'section:begin')) open.push(at);
    else if (is(action, 'section:end')) open.pop();
  }
  const last = actions[end];
  const named = last === undefined ? ANY : nameOf(last);
  const begin = open.findLast((at) => named === ANY || nameOf(actions[at] as LabAction) === named);
  return begin ?? open.at(-1) ?? null;
}

/** Actions that start by themselves now: those with `autostart` whose sections are all open. */
export function autostarts(actions: Actions, isOpen: (section: number) => boolean): number[] {
  const sections = sectionsOf(actions);
  const isVisible = (at: number): boolean => {
    const section = sections[at] ?? null;
    return section === null || (isOpen(section) && isVisible(section));
  };
  return actions.flatMap(({ settings }, at) => (settings.autostart === true && isVisible(at) ? [at] : []));
}

/** The action that follows one that is done; null: nothing follows by itself. */
export function following(actions: Actions, at: number): number | null {
  return actions[at]?.settings.cascade === true && at + 1 < actions.length ? at + 1 : null;
}

/** Longest pause of a cascade, ms. */
const MAX_PAUSE_MS = 60_000;

/** How long the action that follows by itself waits, ms. */
export const pauseMs = ({ settings: { pause } }: LabAction): number =>
  typeof pause === 'number' ? Math.min(Math.max(0, pause), MAX_PAUSE_MS) : 0;

/** What an action does to a section when another one triggers it. */
export function sectionChange(actions: Actions, at: number): { section: number; open: boolean } | null {
  const action = actions[at];
  if (is(action, 'section:begin')) return { section: at, open: true };
  if (!is(action, 'section:end') || action?.settings.toggle === false) return null;
  const section = sectionEndingAt(actions, at);
  return section === null ? null : { section, open: false };
}

/** Actions that must be done before the next page: those with `required` that everybody sees. */
export function requiredLeft(actions: Actions, isDone: (at: number) => boolean): number {
  const sections = sectionsOf(actions);
  return actions.filter(
    ({ known, settings }, at) =>
      known && settings.required === true && settings.hidden !== true && sections[at] === null && !isDone(at),
  ).length;
}

/** Seconds without a setting; an edit that is made twice by a double click would be wrong. */
const EDIT_SECONDS = 3;
const OTHER_SECONDS = 1;

/** How long an action that is done cannot be started by a click again, ms. */
export function cooldownMs({ name, settings: { cooldown } }: LabAction): number {
  if (cooldown === 'infinite' || (typeof cooldown === 'number' && cooldown < 0)) return Number.POSITIVE_INFINITY;
  if (typeof cooldown === 'number') return cooldown * 1_000;
  if (/^(workshop:|section:|files:copy)/.test(name)) return 0;
  return 1_000 * (name.startsWith('editor:') ? EDIT_SECONDS : OTHER_SECONDS);
}
