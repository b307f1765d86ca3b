import type { Tenant } from '@academy/contract/tenants';
import type { Database } from '../db/connect.ts';
import type { LinkedItem, NewLessons } from '../mail/templates/notification-mail.ts';
import { dueChoices } from './due-choices.store.ts';
import { dueDateRules } from './due-dates.ts';
import { type NewLesson, newsStore } from './news.store.ts';
import type { NotificationRule } from './notification-rule.ts';
import { isOpen, type NotificationSources, saysPro } from './notification-sources.ts';
import { digestOf } from './weekly-digest.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MAX_PASSED_OVER = 5_000;
/** A digest covers a week, also when none could be sent for longer. */
const LONGEST_WEEK_MS = 8 * DAY_MS;

export interface NotificationRulesOptions extends Omit<NotificationSources, 'news'> {
  db: Database;
  /** Time that authors must not have added anything, minutes. */
  newsWaitMinutes: number;
}

/** The kinds of notifications, in the order of the learners' choices. */
export function notificationRules({ db, newsWaitMinutes, ...services }: NotificationRulesOptions): NotificationRule[] {
  const [due, news] = [dueChoices(db), newsStore(db)];
  const pauseMs = newsWaitMinutes * MINUTE_MS;
  return [
    {
      kind: 'new-content',
      async due(now, max) {
        // Most learners do not follow most courses, so they are skipped in one statement.
        await due.passOverNewContent(now, pauseMs, MAX_PASSED_OVER);
        return due.newContent(now, pauseMs, max);
      },
      async find({ choice, until }, { actor, tenant }) {
        const window = { personId: choice.personId, tenantId: choice.tenantId, after: choice.lookedUntil, until };
        const lessons = (await news.newLessons(window)).filter(({ entitlements }) =>
          isOpen({ view: entitlements }, actor, tenant),
        );
        const subjectOf = ({ lessonId }: NewLesson) => `${choice.tenantId} lesson ${lessonId}`;
        if (lessons.length === 0) return null;
        return {
          subjects: lessons.map(subjectOf),
          notification: (fresh) => ({
            kind: 'new-content',
            courses: byCourse(
              lessons.filter((lesson) => fresh.has(subjectOf(lesson))),
              tenant,
            ),
          }),
        };
      },
      // Once a day at most: what is added before the day is over is collected.
      next: ({ until }, now, isSent) => ({
        lookedUntil: until,
        ...(isSent ? { dueAt: new Date(now.getTime() + DAY_MS) } : {}),
      }),
    },
    {
      kind: 'membership-end',
      // Evaluates every learner who has turned it on, which is expensive.
      everyMs: MINUTE_MS,
      due: (now, max) => due.membershipEnd(now, max),
      async find({ until }) {
        return {
          subjects: [String(until.getTime())],
          notification: () => ({ kind: 'membership-end', endsAt: until }),
        };
      },
      // A learner without a verified address may have one tomorrow.
      next: (_due, now, isSent) => (isSent ? {} : { dueAt: new Date(now.getTime() + DAY_MS) }),
    },
    {
      kind: 'weekly-digest',
      due: (now, max) => due.weeklyDigest(now, max),
      async find({ choice, until }, scope) {
        const longest = until.getTime() - LONGEST_WEEK_MS;
        const after = new Date(Math.max(choice.lookedUntil.getTime(), longest));
        const week = await digestOf({ ...services, news }, scope, { after, until });
        if (week === null) return null;
        const subject = `${choice.tenantId} week ${choice.dueAt.toISOString()}`;
        return { subjects: [subject], notification: () => ({ kind: 'weekly-digest', week }) };
      },
      next: ({ choice, until }, now) => {
        const late = Math.floor((now.getTime() - choice.dueAt.getTime()) / WEEK_MS);
        return { lookedUntil: until, dueAt: new Date(choice.dueAt.getTime() + (late + 1) * WEEK_MS) };
      },
    },
    ...dueDateRules(db, services.due),
  ];
}

function byCourse(lessons: readonly NewLesson[], tenant: Tenant): NewLessons[] {
  const linked = ({ title, slug, courseSlug, entitlements }: NewLesson): LinkedItem => ({
    title,
    path: `/courses/${courseSlug}/lessons/${slug}`,
    isPro: saysPro({ view: entitlements }, tenant),
  });
  return [...Map.groupBy(lessons, ({ courseId }) => courseId).values()].flatMap((ofCourse) => {
    const [first] = ofCourse;
    if (first === undefined) return [];
    return [
      { course: { title: first.courseTitle, path: `/courses/${first.courseSlug}` }, lessons: ofCourse.map(linked) },
    ];
  });
}
