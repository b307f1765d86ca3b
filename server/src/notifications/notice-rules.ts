import type { NoticeKind } from '@academy/contract/notifications';
import type { Tenant } from '@academy/contract/tenants';
import type { NewLessons, Notice, Told } from '../mail/templates/notice-mail.ts';
import type { SignedInScope } from '../scope.ts';
import type { DueChoice, DueChoices } from './due-choices.store.ts';
import type { NewLesson } from './news.store.ts';
import { isOpen, type NoticeSources, saysPro } from './notice-sources.ts';
import { digestOf } from './weekly-digest.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MOST_PASSED_OVER = 5_000;
/** Digests are about a week, also when none could be made for longer. */
const LONGEST_WEEK_MS = 8 * DAY_MS;

export interface NoticeRulesOptions extends NoticeSources {
  due: DueChoices;
  /** How long authors must have added nothing, ms. */
  pauseMs: number;
}

/** What there is to tell somebody. */
export interface Finding {
  /** Names of all of it: each is told to a person once. */
  subjects: readonly string[];
  /** Words it. @param fresh those of the subjects that were never told; at least one */
  notice(fresh: ReadonlySet<string>): Notice;
}

/** One kind of thing that people are told. */
export interface NoticeRule {
  kind: NoticeKind;
  /** Asked no more often than this, ms; left out: whenever there is time. */
  everyMs?: number;
  /** Whom there may be something to tell now. */
  due(now: Date, most: number): Promise<DueChoice[]>;
  /** @returns null when there is nothing to tell after all */
  find(due: DueChoice, scope: SignedInScope): Promise<Finding | null>;
  /** When to look again. @param told whether there is a mail */
  next(due: DueChoice, now: Date, told: boolean): { lookedUntil?: Date; dueAt?: Date };
}

/** The kinds of things that learners can be told, in the order of their choices. */
export function noticeRules({ due, pauseMs, ...sources }: NoticeRulesOptions): NoticeRule[] {
  const { news } = sources;
  return [
    {
      kind: 'new-content',
      async due(now, most) {
        // Most have nothing to do with most courses, and need not be looked at one by one.
        await due.passOverNewContent(now, pauseMs, MOST_PASSED_OVER);
        return due.newContent(now, pauseMs, most);
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
          notice: (fresh) => ({
            kind: 'new-content',
            courses: byCourse(
              lessons.filter((lesson) => fresh.has(subjectOf(lesson))),
              tenant,
            ),
          }),
        };
      },
      // Once a day at most: what comes before the day is over is gathered.
      next: ({ until }, now, told) => ({
        lookedUntil: until,
        ...(told ? { dueAt: new Date(now.getTime() + DAY_MS) } : {}),
      }),
    },
    {
      kind: 'membership-end',
      // Looks at everybody who has chosen it, which is more than a glance.
      everyMs: MINUTE_MS,
      due: (now, most) => due.membershipEnd(now, most),
      async find({ until }) {
        return { subjects: [String(until.getTime())], notice: () => ({ kind: 'membership-end', endsAt: until }) };
      },
      // Who has no verified address now may have one tomorrow.
      next: (_due, now, told) => (told ? {} : { dueAt: new Date(now.getTime() + DAY_MS) }),
    },
    {
      kind: 'weekly-digest',
      due: (now, most) => due.weeklyDigest(now, most),
      async find({ choice, until }, scope) {
        const longest = until.getTime() - LONGEST_WEEK_MS;
        const after = new Date(Math.max(choice.lookedUntil.getTime(), longest));
        const week = await digestOf(sources, scope, { after, until });
        if (week === null) return null;
        const subject = `${choice.tenantId} week ${choice.dueAt.toISOString()}`;
        return { subjects: [subject], notice: () => ({ kind: 'weekly-digest', week }) };
      },
      next: ({ choice, until }, now) => {
        const late = Math.floor((now.getTime() - choice.dueAt.getTime()) / WEEK_MS);
        return { lookedUntil: until, dueAt: new Date(choice.dueAt.getTime() + (late + 1) * WEEK_MS) };
      },
    },
  ];
}

function byCourse(lessons: readonly NewLesson[], tenant: Tenant): NewLessons[] {
  const told = ({ title, slug, courseSlug, entitlements }: NewLesson): Told => ({
    title,
    path: `/courses/${courseSlug}/lessons/${slug}`,
    isPro: saysPro({ view: entitlements }, tenant),
  });
  return [...Map.groupBy(lessons, ({ courseId }) => courseId).values()].flatMap((ofCourse) => {
    const [first] = ofCourse;
    if (first === undefined) return [];
    return [
      { course: { title: first.courseTitle, path: `/courses/${first.courseSlug}` }, lessons: ofCourse.map(told) },
    ];
  });
}
