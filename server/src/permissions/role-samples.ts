import { completeLesson } from '@academy/contract/lessons';
import { getTaughtLearner } from '@academy/contract/people-learners';
import { endRole, grantRole } from '@academy/contract/roles';
import { sql } from 'drizzle-orm';
import { roleGrant } from '../db/role-tables.ts';
import type { TestApp } from '../testing/start-app.ts';
import { GROUP, type MakeForeign, type Sample } from './permission-records.ts';

/** Puts a person into the group of the learners, where there is one. */
export async function joinGroup(app: TestApp, personId: string): Promise<void> {
  await app.database.db.execute(sql`
    insert into group_member (group_id, person_id, source)
    select group_id, ${personId}, 'hand' from learner_group where group_id = ${GROUP}`);
}

/** A learner who has begun a course and, in `spring`, is in the group. */
export async function aLearnerOf(app: TestApp, tenant: string): Promise<{ userId: string }> {
  const learner = await app.aPerson();
  const body = {
    courseId: `${tenant}-course`,
    lessonId: `${tenant}-lesson`,
    isLastLesson: false,
    operationType: 'COMPLETE_LESSON',
  };
  await app.call(completeLesson, { body } as never, { tenant, bearer: await learner.bearer() });
  if (tenant === 'spring') await joinGroup(app, learner.personId);
  return { userId: learner.personId };
}

const OF_GROUP = { role: 'instructor', scope: `group:${GROUP}` };

/** An instructor's role in an academy. */
async function aGrant(app: TestApp, tenantId: string): Promise<{ grantId: string }> {
  const { personId } = await app.aPerson();
  const [row] = await app.database.db
    .insert(roleGrant)
    .values({ personId, ...OF_GROUP, tenantId })
    .returning({ grantId: roleGrant.grantId });
  return { grantId: row?.grantId ?? '' };
}

const toSomebody = async (app: TestApp) => ({ userId: (await app.aPerson()).personId });

export const roleSamples: Readonly<Record<string, Sample>> = {
  getTaughtLearner: async (app) => ({ params: await aLearnerOf(app, 'spring') }),
  grantRole: async (app) => ({ body: { to: await toSomebody(app), ...OF_GROUP } }),
  endRole: async (app) => ({ params: await aGrant(app, 'spring') }),
};

export const foreignRoles: Readonly<Record<string, MakeForeign>> = {
  'a learner of another academy': async (app) => ({
    call: getTaughtLearner,
    principal: 'instructor',
    foreign: { params: await aLearnerOf(app, 'kube') },
    missing: { params: { userId: crypto.randomUUID() } },
  }),
  'a role in every academy': async (app) => ({
    call: grantRole,
    principal: 'academyAdmin',
    foreign: { body: { to: await toSomebody(app), ...OF_GROUP, everywhere: true } },
    missing: { body: { to: { userId: crypto.randomUUID() }, ...OF_GROUP } },
  }),
  'the end of a role in another academy': async (app) => ({
    call: endRole,
    principal: 'academyAdmin',
    foreign: { params: await aGrant(app, 'kube') },
    missing: { params: { grantId: crypto.randomUUID() } },
  }),
};
