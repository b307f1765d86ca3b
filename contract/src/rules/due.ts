import { type LedgerEvent, statusAfter } from './progress.ts';

/** What an assignment says about the time of its item. Days are calendar days of its time zone, such as `2030-01-31`. */
export interface DueTerms {
  beginsOn: string;
  /** Null: without an end. */
  dueOn: string | null;
  /** IANA time zone in which its days begin and end. */
  zone: string;
  /** Whoever joins later has at least this many days; null: `dueOn` is for everybody. */
  joinDays: number | null;
  /** Once more this many months after the last completion; null: once. */
  renewMonths: number | null;
  /** Whether a completion before `beginsOn` counts. */
  countsBefore: boolean;
}

/** How a person stands with an assignment. */
export interface DueState {
  /** `later`: it has not begun. */
  state: 'later' | 'open' | 'overdue' | 'done';
  /** The day that counts now; of what is renewed and done the next one. */
  dueOn: string | null;
  /** The last completion that counts, ms since 1970; null: none. */
  completedAt: number | null;
  /** True from the first completion of what is renewed: `dueOn` is the day of the next one. */
  isRenewal: boolean;
}

/** Most days before its due date at which a renewal is open. */
export const RENEWAL_OPENS_DAYS = 30;
/** Days without an event after which a learner is stuck. */
export const STUCK_DAYS = 14;
/** Failed attempts at the same check after which a learner is stuck. */
export const STUCK_ATTEMPTS = 3;
/** Days before its due date at which something is due soon. */
export const SOON_DAYS = 7;

const DAY_MS = 86_400_000;

/** The calendar day of a moment in a time zone. @param at ms since 1970 */
export const dayIn = (zone: string, at: number): string => formatIn(zone).format(at);

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  return format;
}

/** Whether it is the name of a time zone. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as `+01:00` are understood too, and know no summer time.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The same day some months later; the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Whole days from one day to another one. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

const later = (one: string | null, other: string): string => (one === null || one < other ? other : one);

/**
 * The one rule of what is due: how a person stands with an assignment. Memberships say only since when it is theirs, and
 * completions come from the ledger, so leaving a group and coming back changes nothing that was done.
 *
 * @param joinedAt since when the person has the assignment, ms since 1970
 * @param completions of `completionsOf`, in any order
 * @param now ms since 1970
 */
export function dueOf(terms: DueTerms, joinedAt: number, completions: readonly number[], now: number): DueState {
  const { zone, beginsOn, renewMonths } = terms;
  const today = dayIn(zone, now);
  const first =
    terms.dueOn === null || terms.joinDays === null
      ? terms.dueOn
      : later(terms.dueOn, addDays(dayIn(zone, joinedAt), terms.joinDays));
  const counted = completions.filter((at) => at <= now && (terms.countsBefore || dayIn(zone, at) >= beginsOn));
  const completedAt = counted.length === 0 ? null : Math.max(...counted);
  if (completedAt === null) {
    const state = today < beginsOn ? 'later' : first !== null && today > first ? 'overdue' : 'open';
    return { state, dueOn: first, completedAt, isRenewal: false };
  }
  if (renewMonths === null) return { state: 'done', dueOn: first, completedAt, isRenewal: false };
  // A completion that has expired before the assignment began leaves the time that everybody has.
  const next = addMonths(dayIn(zone, completedAt), renewMonths);
  const dueOn = next < beginsOn ? later(first, next) : next;
  const opensOn = addDays(dueOn, -Math.min(RENEWAL_OPENS_DAYS, renewMonths * 7));
  const state = today < opensOn ? 'done' : today > dueOn ? 'overdue' : 'open';
  return { state, dueOn, completedAt, isRenewal: true };
}

/**
 * When an item was completed, by a learner's events: each time that all of its lessons were done, and each further
 * completion of an item that is a single lesson. Undoing a lesson takes the completion back; beginning again does not.
 * Lessons that came after the learner had finished their course do not count, as everywhere.
 *
 * @param lessonIds the lessons that count now; of a guide its own id
 * @param courses their courses: lessons by the id that events of the kind `finished` have
 * @returns moments, ms since 1970, the earliest first
 */
export function completionsOf(
  lessonIds: readonly string[],
  events: Iterable<LedgerEvent>,
  courses: ReadonlyMap<string, readonly string[]> = new Map(),
): number[] {
  const open = new Set(lessonIds);
  const wanted = new Set(open);
  const moments: number[] = [];
  const ordered = [...events].filter(({ lessonId }) => wanted.has(lessonId) || courses.has(lessonId));
  ordered.sort((a, b) => a.at - b.at || a.sequence - b.sequence);
  const done = new Set<string>();
  for (const { lessonId, kind, at } of ordered) {
    const wasDone = open.size === 0;
    if (kind === 'finished') {
      for (const id of courses.get(lessonId) ?? []) if (!done.has(id)) open.delete(id);
      if (!wasDone && open.size === 0 && wanted.size > 0) moments.push(at);
      continue;
    }
    if (!wanted.has(lessonId)) continue;
    // Of a status only whether it is completed counts here.
    const isDone = statusAfter(done.has(lessonId) ? 'Completed' : 'Not Started', kind) === 'Completed';
    if (isDone) {
      done.add(lessonId);
      open.delete(lessonId);
    } else if (done.delete(lessonId)) open.add(lessonId);
    if (open.size === 0 && kind === 'completed' && (!wasDone || wanted.size === 1)) moments.push(at);
    if (wasDone && open.size > 0 && kind === 'undone') moments.pop();
  }
  return moments;
}

/** What a learner did in an item. */
export interface Activity {
  /** Their last event in it, ms since 1970; null: none. */
  lastAt: number | null;
  /** Most failed attempts at one of its checks since that was last passed. */
  failures: number;
}

/** How a person gets on with an assignment, as managers see it. */
export const PACES = ['not-begun', 'on-the-way', 'stuck', 'late', 'done'] as const;
export type Pace = (typeof PACES)[number];

/** @param now ms since 1970 */
export function paceOf({ state, completedAt }: DueState, { lastAt, failures }: Activity, now: number): Pace {
  if (state === 'done') return 'done';
  if (state === 'overdue') return 'late';
  // What was done before a renewal is no beginning of it.
  if (lastAt === null || (completedAt !== null && lastAt <= completedAt)) return 'not-begun';
  return failures >= STUCK_ATTEMPTS || now - lastAt >= STUCK_DAYS * DAY_MS ? 'stuck' : 'on-the-way';
}

/** Fields by which what is due is sorted. */
interface Dated {
  state: DueState['state'];
  dueOn: string | null;
  mandatory: boolean;
  title: string;
}

/** What is left to do comes first, by due date, then what has no date; mandatory before recommended. */
export const byDueDate = (a: Dated, b: Dated): number =>
  Number(a.state === 'done') - Number(b.state === 'done') ||
  (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999') ||
  Number(b.mandatory) - Number(a.mandatory) ||
  a.title.localeCompare(b.title);

/** Of several assignments of an item the most urgent one. @param dues sorted by `byDueDate` */
export function oncePerItem<D extends Dated & { kind: string; itemId: string }>(dues: readonly D[]): D[] {
  const seen = new Set<string>();
  return dues.filter(({ kind, itemId }) => {
    const name = `${kind}:${itemId}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}
