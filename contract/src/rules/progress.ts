import type { CourseProgressStatus, ProgressStatus } from '../entities.ts';
import type { ProgressEventKind } from '../progress.ts';

/** Fields of a ledger row that the rules need. */
export interface LedgerEvent {
  /** Id of the lesson or guide; of `finished` that of the course. */
  lessonId: string;
  /** `finished`: written by the server once a learner has completed all lessons that a course had. */
  kind: ProgressEventKind | 'finished';
  /** When it happened, ms since 1970. */
  at: number;
  /** Order in which the server stored it; decides between equal times. */
  sequence: number;
  /** Only of `position`: seconds into the video. */
  value?: number | null;
}

export interface LessonState {
  status: 'Not Started' | 'In Progress' | 'Completed';
  /** Time of the last event that counts, ms since 1970. */
  at: number;
  /** Last position in the video, seconds; null when nothing was watched since the beginning or a restart. */
  position: number | null;
  /** The learner's own undo or restart was the last that decided it. */
  takenBack: boolean;
}

/**
 * The one function from which every count is derived: folds a learner's events into the state of each lesson. Events
 * count in the order in which they happened, whatever the order of their arrival. `completed` stays until the learner's
 * own `undone` or `reset`; opening a completed lesson again does not undo it.
 */
export function lessonStates(events: Iterable<LedgerEvent>): Map<string, LessonState> {
  const states = new Map<string, LessonState>();
  const ordered = [...events].sort((a, b) => a.at - b.at || a.sequence - b.sequence);
  for (const { kind, ...event } of ordered) {
    if (kind === 'finished') continue;
    const before = states.get(event.lessonId);
    states.set(event.lessonId, {
      status: statusAfter(before?.status ?? 'Not Started', kind),
      at: event.at,
      position: placeAfter(before?.position ?? null, { ...event, kind }),
      takenBack: kind === 'undone' || kind === 'reset' || (kind !== 'completed' && (before?.takenBack ?? false)),
    });
  }
  return states;
}

/** Ids of the courses that a learner has finished once, whatever was published or taken back since. */
export function finishedOnce(events: Iterable<LedgerEvent>): Set<string> {
  return new Set([...events].filter(({ kind }) => kind === 'finished').map(({ lessonId }) => lessonId));
}

/** The place in a video after an event. */
export function placeAfter(
  before: number | null,
  { kind, value }: { kind: ProgressEventKind; value?: number | null | undefined },
): number | null {
  if (kind === 'reset') return null;
  return kind === 'position' ? (value ?? before) : before;
}

/** The state of a lesson after an event. */
export function statusAfter(status: LessonState['status'], kind: ProgressEventKind): LessonState['status'] {
  switch (kind) {
    case 'completed':
      return 'Completed';
    case 'undone':
      return status === 'Completed' ? 'In Progress' : status;
    case 'reset':
      return 'Not Started';
    case 'started':
    case 'position':
      return status === 'Not Started' ? 'In Progress' : status;
  }
}

/** Lessons that count: listed and no modules. */
export interface CountedLesson {
  lessonId: string;
}

export interface CourseCounts {
  completedLesson: number;
  lessonsCount: number;
}

/**
 * Completed lessons among those that the course lists now; completions of hidden lessons are kept but not counted. A
 * course that was finished stays finished: lessons that came later count once they are completed, as long as the learner
 * takes nothing back and something of what was completed is still there.
 *
 * @param finished whether the learner has finished the course once
 */
export function countCompleted(
  lessons: readonly CountedLesson[],
  states: ReadonlyMap<string, LessonState>,
  finished = false,
): CourseCounts {
  let completedLesson = 0;
  let takenBack = false;
  for (const { lessonId } of lessons) {
    const state = states.get(lessonId);
    if (state?.status === 'Completed') completedLesson += 1;
    else if (state?.takenBack) takenBack = true;
  }
  const stays = finished && !takenBack && completedLesson > 0;
  return { completedLesson, lessonsCount: stays ? completedLesson : lessons.length };
}

/**
 * What is new in a lesson for somebody who has finished its course: it came later, or changed since they last opened it.
 *
 * @param changedAt ms since 1970; null: it never changed
 */
export function newsOf(changedAt: number | null, state: LessonState | undefined): 'new' | 'changed' | null {
  if (state?.status !== 'Completed') return 'new';
  return changedAt !== null && changedAt > state.at ? 'changed' : null;
}

/** Whole percent. Without any lesson the result is 0 when nothing is done, else 100. */
export function percentDone(done: number, total: number): number {
  if (total === 0) return done === 0 ? 0 : 100;
  return Math.round((done / total) * 100);
}

/** Lessons that a viewer can complete: the open ones, and those that they completed before they were locked. */
export function withinReach({ completedLesson, lessonsCount }: CourseCounts, proLessons = 0): number {
  return Math.max(completedLesson, lessonsCount - proLessons);
}

/** For lists: null until something is completed. A course without lessons is never Completed. */
export function courseProgressStatus({ completedLesson, lessonsCount }: CourseCounts): ProgressStatus {
  if (lessonsCount === 0 || completedLesson === 0) return null;
  return completedLesson >= lessonsCount ? 'Completed' : 'In Progress';
}

/** The same status in the spelling of course details. */
export function courseDetailsStatus(counts: CourseCounts): CourseProgressStatus {
  const status = courseProgressStatus(counts);
  if (status === 'Completed') return 'COMPLETED';
  return status === 'In Progress' ? 'IN_PROGRESS' : 'NOT_STARTED';
}
