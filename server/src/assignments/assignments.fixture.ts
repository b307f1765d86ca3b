import { type Due, listDue } from '@academy/contract/assignments';
import { createAssignment } from '@academy/contract/assignments-admin';
import type { CallInput } from '@academy/contract/call';
import { completeLesson } from '@academy/contract/lessons';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, type TestApp, type TestPerson } from '../testing/start-app.ts';

type NewAssignment = CallInput<typeof createAssignment>['body'];

/** What tests of assignments do, in `spring`. */
export function assigning(app: TestApp) {
  const { db } = app.database;
  let count = 0;
  const inSpring = async (who: TestPerson) => ({ tenant: 'spring', bearer: await who.bearer() });

  return {
    inSpring,

    /** A course with lessons `<id>-1`, `<id>-2` ... */
    async aCourse(id: string, lessons: number): Promise<void> {
      const ids = Array.from({ length: lessons }, (_, n) => ({ id: `${id}-${n + 1}` }));
      await publishCourse(app, 'spring', aCourse({ id, lessons: ids }));
    },

    async aGroup(...members: TestPerson[]): Promise<string> {
      const [row] = await db
        .insert(learnerGroup)
        .values({ tenantId: 'spring', name: `Group ${++count}` })
        .returning({ groupId: learnerGroup.groupId });
      const groupId = row?.groupId ?? '';
      for (const { personId } of members) await db.insert(groupMember).values({ groupId, personId, source: 'hand' });
      return groupId;
    },

    join: async (groupId: string, { personId }: TestPerson): Promise<void> => {
      await db.insert(groupMember).values({ groupId, personId, source: 'hand' });
    },

    leave: async (groupId: string, { personId }: TestPerson): Promise<void> => {
      await db.execute(sql`delete from group_member where group_id = ${groupId} and person_id = ${personId}`);
    },

    /** @returns the id of the assignment */
    async assign(by: TestPerson, given: Partial<NewAssignment> & Pick<NewAssignment, 'to' | 'itemId'>) {
      const body = {
        ...{ kind: 'course', mandatory: true, beginsOn: '2020-01-01', dueOn: '2099-12-31', zone: 'Europe/Berlin' },
        ...given,
      } as NewAssignment;
      const reply = await app.call(createAssignment, { body }, await inSpring(by));
      return {
        status: reply.status,
        code: reply.body.errors[0]?.code,
        ...(reply.body.data as { assignmentId: string; people: number }),
      };
    },

    async dueOf(who: TestPerson): Promise<Due[]> {
      const { status, body } = await app.call(listDue, {}, await inSpring(who));
      expect(status).toBe(200);
      return (body.data as { result: Due[] }).result;
    },

    async complete(who: TestPerson, courseId: string, lessonId: string): Promise<void> {
      const body = { courseId, lessonId, isLastLesson: false, operationType: 'COMPLETE_LESSON' } as const;
      const { status } = await app.call(completeLesson, { body }, await inSpring(who));
      expect(status).toBe(200);
    },

    /** Moves everything that a person did into the past. */
    async agePast({ personId }: TestPerson, days: number): Promise<void> {
      await db.execute(sql`
        update progress_event set at = at - ${days} * interval '1 day' where person_id = ${personId}`);
    },
  };
}
