import { setFavorite } from '@academy/contract/favorites';
import { completeLesson } from '@academy/contract/lessons';
import { type NotificationKind, type Notifications, setNotification } from '@academy/contract/notifications';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { outboxMail, person } from '../db/tables.ts';
import { aCourse, type CourseSketch, type LessonSketch } from '../testing/a-course.ts';
import { publishCourse, type TestApp, type TestPerson } from '../testing/start-app.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** A moment in the future. */
export const later = (ms: number): Date => new Date(Date.now() + ms);
/** After the pause of the authors. */
export const soon = (): Date => later(11 * MINUTE);

/** Actions of learners in these tests, and their results. */
export function notificationSteps(app: TestApp) {
  const { db } = app.database;
  return {
    async choose(who: TestPerson, kind: NotificationKind, isOn = true, tenant = 'spring'): Promise<Notifications> {
      const { status, body } = await app.call(
        setNotification,
        { body: { kind, isOn } },
        { tenant, bearer: await who.bearer() },
      );
      expect([status, body.errors]).toEqual([200, []]);
      return body.data as Notifications;
    },

    async addFavorite(who: TestPerson, id: string, tenant = 'spring'): Promise<void> {
      const body = { id, operationType: 'save' as const, likeableType: 'course' as const };
      const { status } = await app.call(setFavorite, { body }, { tenant, bearer: await who.bearer() });
      expect(status).toBe(200);
    },

    async complete(who: TestPerson, courseId: string, lessonId: string): Promise<void> {
      const body = { lessonId, courseId, isLastLesson: false, operationType: 'COMPLETE_LESSON' as const };
      const { status } = await app.call(completeLesson, { body }, { tenant: 'spring', bearer: await who.bearer() });
      expect(status).toBe(200);
    },

    publish: (
      id: string,
      lessons: readonly (string | LessonSketch)[],
      more: Partial<CourseSketch> = {},
      tenant = 'spring',
    ) =>
      publishCourse(
        app,
        tenant,
        aCourse({ id, lessons: lessons.map((one) => (typeof one === 'string' ? { id: one } : one)), ...more }),
      ),

    /** Sends what is due at a moment. Returns the number of mails. */
    sendDue: async (now: Date = soon()): Promise<number> => (await app.notificationSender.sendDue(now)).mails,

    /** Mail to a person, the oldest first. */
    mailTo: ({ email }: { email: string }) =>
      db.select().from(outboxMail).where(eq(outboxMail.recipient, email)).orderBy(asc(outboxMail.createdAt)),

    change: (who: TestPerson, to: Partial<typeof person.$inferInsert>) =>
      db.update(person).set(to).where(eq(person.personId, who.personId)),
  };
}
