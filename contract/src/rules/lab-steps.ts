/** A clickable action, as far as steps depend on it. */
export interface StepAction {
  /** Its full name: `terminal:execute`. */
  name: string;
  /** False: no engine supports it. */
  known: boolean;
  settings: Readonly<Record<string, unknown>>;
}

export interface StepPage {
  name: string;
  actions: readonly StepAction[];
}

/** An action or check that a learner has to press. */
export interface LabStep {
  page: string;
  /** Its position among the actions of the page. */
  at: number;
  key: string;
}

/** One try of a step. */
export interface StepEvent {
  /** Key of the step. */
  step: string;
  result: 'done' | 'failed';
  /** Which try of the learner it was, from 1. */
  tries: number;
  /** When, by the learner's clock; ISO in UTC with milliseconds. */
  at: string;
  /** Of a check; null for other actions, and for checks that were stopped. */
  exitStatus: number | null;
}

/** What is known about a step of one session. Moments are those of the learner's clock. */
export interface StepRecord {
  step: string;
  tries: number;
  /** Whether any try failed. */
  failed: boolean;
  firstAt: string;
  lastAt: string;
  /** When it was last done; null: never. */
  doneAt: string | null;
  /** Of the last try. */
  exitStatus: number | null;
}

/** Name of the action that checks the learner's work. */
export const CHECK_ACTION = 'examiner:execute-test';
/** Settings that say how an action looks and when it runs, not what it does. */
const ABOUT_LOOKS = new Set([
  'title',
  'description',
  'prefix',
  'hint',
  'hidden',
  'autostart',
  'cascade',
  'cooldown',
  'pulse',
  'prove',
  'required',
  'event',
]);

/**
 * Keys of all actions of a page, in their order: `page#hash` of what an action does, so that a step keeps its record when
 * the author adds other actions, or changes words, in another version. The second of two equal actions gets `~2`.
 */
export function actionKeys({ name: page, actions }: StepPage): string[] {
  const counts = new Map<string, number>();
  return actions.map(({ name, settings }) => {
    const does = Object.entries(settings).filter(([setting]) => !ABOUT_LOOKS.has(setting));
    const key = `${page}#${hashOf(canonical([name, Object.fromEntries(does)]))}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key}~${count}`;
  });
}

/**
 * The steps of a lab in their order: actions with a button. Actions in a folded part are for those who want them, often the
 * solution, and do not count; checks do.
 */
export function labSteps(pages: readonly StepPage[]): LabStep[] {
  return pages.flatMap((page) => {
    const keys = actionKeys(page);
    const folded = inFoldedParts(page.actions);
    return page.actions.flatMap(({ name, known, settings }, at): LabStep[] => {
      if (!known || settings.hidden === true || name.startsWith('section:')) return [];
      return folded.has(at) && name !== CHECK_ACTION ? [] : [{ page: page.name, at, key: keys[at] ?? '' }];
    });
  });
}

/** Positions between the begin and the end of a part that is folded at first; a part without an end is none. */
function inFoldedParts(actions: readonly StepAction[]): Set<number> {
  const folded = new Set<number>();
  const begins: number[] = [];
  for (const [at, { name, known }] of actions.entries()) {
    if (!known) continue;
    if (name === 'section:begin') begins.push(at);
    const begin = name === 'section:end' ? begins.pop() : undefined;
    if (begin === undefined || actions[begin]?.settings.open === true) continue;
    for (let inside = begin; inside < at; inside += 1) folded.add(inside);
  }
  return folded;
}

/**
 * A step's record with one more try. Events may come late, twice and in any order: the record is the same. What was done
 * stays done.
 *
 * @param record null: nothing is known of the step yet
 */
export function withEvent(record: StepRecord | null, event: StepEvent): StepRecord {
  const { step, at, tries, exitStatus } = event;
  const failed = event.result === 'failed';
  const doneAt = failed ? null : at;
  if (record === null) return { step, tries, failed, firstAt: at, lastAt: at, doneAt, exitStatus };
  const isLater = at > record.lastAt || (at === record.lastAt && rankOf(exitStatus) > rankOf(record.exitStatus));
  return {
    step,
    tries: Math.max(record.tries, tries),
    failed: record.failed || failed,
    firstAt: at < record.firstAt ? at : record.firstAt,
    lastAt: at > record.lastAt ? at : record.lastAt,
    doneAt: doneAt === null || (record.doneAt !== null && record.doneAt > doneAt) ? record.doneAt : doneAt,
    exitStatus: isLater ? exitStatus : record.exitStatus,
  };
}

/** Of two tries at one moment the one with the greater status counts as the last. */
const rankOf = (exitStatus: number | null): number => exitStatus ?? Number.NEGATIVE_INFINITY;

/**
 * Keys of the actions that a learner has done: those of a snapshot, and those done after it was made, in another page. A
 * restart of the lab makes a snapshot without any.
 */
export function doneActions(
  snapshot: { done: readonly string[]; at: string } | null,
  records: readonly StepRecord[],
): string[] {
  const since = records.filter(({ doneAt }) => doneAt !== null && (snapshot === null || doneAt > snapshot.at));
  return [...new Set([...(snapshot?.done ?? []), ...since.map(({ step }) => step)])];
}

/** Keys of done actions as they are now: snapshots of earlier editions number the actions of a page (`page#3`). */
export function currentKeys(pages: readonly StepPage[], done: readonly string[]): string[] {
  const numbered = new Map(
    pages.flatMap((page) => actionKeys(page).map((key, at): [string, string] => [`${page.name}#${at}`, key])),
  );
  return done.map((key) => numbered.get(key) ?? key);
}

/** What tells a step from others of its page: its title, or the first line of what it does. */
export function stepText({ name, settings }: StepAction): string {
  for (const setting of ['title', 'description', 'command', 'file', 'text', 'path', 'name', 'url']) {
    const value = settings[setting];
    const [line = ''] = typeof value === 'string' ? value.trim().split('\n', 1) : [];
    if (line !== '') return line;
  }
  return name;
}

/** JSON with sorted names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** 53 bits in base 36: enough to tell the actions of one page apart, and the same in browsers and servers. */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return ((b >>> 11) * 2 ** 32 + (a >>> 0)).toString(36).padStart(10, '0');
}
