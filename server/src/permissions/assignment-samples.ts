import { countTouched, listGroupProgress } from '@academy/contract/assignments-admin';
import { assignment } from '../db/assignment-tables.ts';
import type { TestApp } from '../testing/start-app.ts';
import { aGroup } from './group-samples.ts';
import { GROUP, type MakeForeign, type Sample } from './permission-records.ts';
import { aLearnerOf } from './role-samples.ts';

const TERMS = { mandatory: true, beginsOn: '2030-01-01', dueOn: '2030-12-31', zone: 'Europe/Berlin' };

/** A course that is assigned to a group. */
async function anAssignment(app: TestApp, tenantId: string, groupId = GROUP): Promise<{ assignmentId: string }> {
  const what = { kind: 'course', itemId: `${tenantId}-course`, countsBefore: true } as const;
  const [row] = await app.database.db
    .insert(assignment)
    .values({ tenantId, groupId, ...what, ...TERMS })
    .returning({ assignmentId: assignment.assignmentId });
  return { assignmentId: row?.assignmentId ?? '' };
}

const ofGroup = async (app: TestApp) => ({ groupId: GROUP, ...(await anAssignment(app, 'spring')) });

export const assignmentSamples: Readonly<Record<string, Sample>> = {
  listAssignable: async () => ({ query: { kind: 'course' } }),
  countTouched: async (app) => ({ params: await anAssignment(app, 'spring') }),
  createAssignment: async () => ({
    body: { to: { groupId: GROUP }, kind: 'course', itemId: 'spring-course', ...TERMS },
  }),
  updateAssignment: async (app) => ({ params: await anAssignment(app, 'spring'), body: TERMS }),
  endAssignment: async (app) => ({ params: await anAssignment(app, 'spring') }),
  listGroupProgress: async (app) => ({ params: await ofGroup(app) }),
  async sendReminder(app, who) {
    await app.database.pool.query('update person set email_verified = true where person_id = $1', [
      who?.personId ?? null,
    ]);
    const { userId } = await aLearnerOf(app, 'spring');
    return { params: await ofGroup(app), body: { userIds: [userId] } };
  },
};

const missing = () => ({ assignmentId: crypto.randomUUID() });

export const foreignAssignments: Readonly<Record<string, MakeForeign>> = {
  'an assignment of another academy': async (app) => ({
    call: countTouched,
    principal: 'academyAdmin',
    foreign: { params: await anAssignment(app, 'kube') },
    missing: { params: missing() },
  }),
  'an assignment of another group': async (app) => ({
    call: countTouched,
    principal: 'manager',
    foreign: { params: await anAssignment(app, 'spring', (await aGroup(app, 'spring')).groupId) },
    missing: { params: missing() },
  }),
  'the progress of another group': async (app) => {
    const { groupId } = await aGroup(app, 'spring');
    return {
      call: listGroupProgress,
      principal: 'manager',
      foreign: { params: { groupId, ...(await anAssignment(app, 'spring', groupId)) } },
      missing: { params: { groupId: crypto.randomUUID(), ...missing() } },
    };
  },
};
