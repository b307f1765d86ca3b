import { describe, expect, it } from 'vitest';
import {
  countCompleted,
  courseDetailsStatus,
  courseProgressStatus,
  finishedOnce,
  type LedgerEvent,
  lessonStates,
  newsOf,
  percentDone,
} from './progress.ts';

let sequence = 0;
const event = (lessonId: string, kind: LedgerEvent['kind'], at: number): LedgerEvent => {
  sequence += 1;
  return { lessonId, kind, at, sequence };
};

describe('the state of a lesson', () => {
  // Shows clauses#progress
  it('is In Progress once it was opened and Completed once it was marked', () => {
    const states = lessonStates([event('a', 'started', 1), event('b', 'started', 1), event('b', 'completed', 2)]);
    expect(states.get('a')?.status).toBe('In Progress');
    expect(states.get('b')?.status).toBe('Completed');
  });

  it('stays Completed when the lesson is opened again', () => {
    const states = lessonStates([event('a', 'completed', 1), event('a', 'started', 2), event('a', 'position', 3)]);
    expect(states.get('a')?.status).toBe('Completed');
  });

  it('goes back only by the learner’s own undo or restart', () => {
    expect(lessonStates([event('a', 'completed', 1), event('a', 'undone', 2)]).get('a')?.status).toBe('In Progress');
    expect(lessonStates([event('a', 'completed', 1), event('a', 'reset', 2)]).get('a')?.status).toBe('Not Started');
    expect(lessonStates([event('a', 'undone', 1)]).get('a')?.status).toBe('Not Started');
  });

  it('follows the time of events, not the order in which they arrived', () => {
    const late = [event('a', 'undone', 5), event('a', 'completed', 9), event('a', 'started', 1)];
    expect(lessonStates(late).get('a')?.status).toBe('Completed');
  });

  it('lets the later written of two events with the same time win', () => {
    expect(lessonStates([event('a', 'completed', 1), event('a', 'undone', 1)]).get('a')?.status).toBe('In Progress');
  });
});

describe('the progress of a course', () => {
  const lessons = [{ lessonId: 'a' }, { lessonId: 'b' }, { lessonId: 'c' }];

  it('counts completed lessons of those the course lists', () => {
    const states = lessonStates([event('a', 'completed', 1), event('gone', 'completed', 1), event('b', 'started', 1)]);
    expect(countCompleted(lessons, states)).toEqual({ completedLesson: 1, lessonsCount: 3 });
  });

  it('stays finished with the lessons that were completed, until the learner takes one back', () => {
    const done = [event('a', 'completed', 1), event('b', 'completed', 2), event('course', 'finished', 3)];
    const finished = finishedOnce(done).has('course');
    expect(countCompleted(lessons, lessonStates(done), finished)).toEqual({ completedLesson: 2, lessonsCount: 2 });
    const undone = lessonStates([...done, event('a', 'undone', 4)]);
    expect(countCompleted(lessons, undone, finished)).toEqual({ completedLesson: 1, lessonsCount: 3 });
    expect(countCompleted([{ lessonId: 'c' }], lessonStates(done), finished).lessonsCount).toBe(1);
  });

  it('has news in lessons that came later, and that changed since they were opened', () => {
    const states = lessonStates([event('a', 'completed', 5), event('b', 'completed', 5), event('b', 'started', 9)]);
    const news = (lessonId: string, changedAt: number | null) => newsOf(changedAt, states.get(lessonId));
    expect([news('a', null), news('a', 3), news('a', 7), news('b', 7), news('c', 7)]).toEqual([
      ...[null, null, 'changed', null, 'new'],
    ]);
  });

  it('counts a lesson completed twice once', () => {
    const states = lessonStates([event('a', 'completed', 1), event('a', 'completed', 2)]);
    expect(countCompleted(lessons, states).completedLesson).toBe(1);
  });

  // Shows clauses#progress
  it('is null without a completed lesson, In Progress with some, Completed with all', () => {
    expect(courseProgressStatus({ completedLesson: 0, lessonsCount: 3 })).toBeNull();
    expect(courseProgressStatus({ completedLesson: 1, lessonsCount: 3 })).toBe('In Progress');
    expect(courseProgressStatus({ completedLesson: 3, lessonsCount: 3 })).toBe('Completed');
    expect(courseDetailsStatus({ completedLesson: 0, lessonsCount: 3 })).toBe('NOT_STARTED');
    expect(courseDetailsStatus({ completedLesson: 2, lessonsCount: 3 })).toBe('IN_PROGRESS');
    expect(courseDetailsStatus({ completedLesson: 3, lessonsCount: 3 })).toBe('COMPLETED');
  });

  it('is never Completed for a course without lessons', () => {
    expect(courseProgressStatus({ completedLesson: 0, lessonsCount: 0 })).toBeNull();
  });

  // Shows clauses#progress
  it('rounds percent, and gives 0 or 100 when there is nothing to do', () => {
    expect(percentDone(1, 3)).toBe(33);
    expect(percentDone(2, 3)).toBe(67);
    expect(percentDone(0, 0)).toBe(0);
    expect(percentDone(1, 0)).toBe(100);
  });
});
