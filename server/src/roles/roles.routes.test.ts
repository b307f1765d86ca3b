import { listAlerts } from '@academy/contract/alerts-admin';
import { listAuditEvents } from '@academy/contract/audit';
import { openAttempt, submitAttempt } from '@academy/contract/knowledge-checks';
import { getMyAccess } from '@academy/contract/people';
import { toggleAdmin } from '@academy/contract/people-admin';
import { getTaughtLearner, listLearners } from '@academy/contract/people-learners';
import { createToken } from '@academy/contract/personal-access-tokens';
import { deleteContent, listContent } from '@academy/contract/publishing';
import { listPublishedContent } from '@academy/contract/publishing-admin';
import { endRole, grantRole, listRoles, type RoleGrant } from '@academy/contract/roles';
import { getStats } from '@academy/contract/stats';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { auditEvent, outboxMail } from '../db/tables.ts';
import { prepareRecords } from '../permissions/permission-records.ts';
import { aLearnerOf } from '../permissions/role-samples.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';

const app = await startApp();
const { db } = app.database;
await prepareRecords(app);
const admin = await app.aPerson({ admin: true });
const inSpring = async (who: TestPerson) => ({ tenant: 'spring', bearer: await who.bearer() });
const inKube = async (who: TestPerson) => ({ tenant: 'kube', bearer: await who.bearer() });
const academyAdmin = () => app.aPerson({ roles: [{ role: 'academy-admin', tenantId: 'spring', scope: '*' }] });
const COURSE = { role: 'author', scope: 'course:spring-course' } as const;

type Role = Partial<Parameters<typeof app.call<typeof grantRole>>[1]['body']>;

async function give(by: TestPerson, to: TestPerson, role: Role, tenant = 'spring') {
  const body = { to: { userId: to.personId }, ...COURSE, ...role };
  const { status, body: reply } = await app.call(grantRole, { body }, { tenant, bearer: await by.bearer() });
  return { status, code: reply.errors[0]?.code, grant: reply.data as RoleGrant };
}

const end = async (by: TestPerson, grantId: string) =>
  (await app.call(endRole, { params: { grantId } }, await inSpring(by))).status;

beforeEach(async () => {
  await db.delete(auditEvent);
  await db.delete(outboxMail);
});

describe('giving a role', () => {
  it('counts at once, is audited, and mailed to all other administrators', async () => {
    const [author, other, ofAcademy] = [await app.aPerson(), await app.aPerson({ admin: true }), await academyAdmin()];
    const mine = async () => (await app.call(listPublishedContent, {}, await inSpring(author))).status;
    expect(await mine()).toBe(403);
    const { status, grant } = await give(admin, author, {});
    expect([status, grant]).toMatchObject([200, { ...COURSE, tenantId: 'spring', person: { login: author.email } }]);
    expect(await mine()).toBe(200);
    expect(await give(admin, author, {})).toMatchObject({ status: 200, grant: { grantId: grant.grantId } });
    const [entry, ...more] = await db.select().from(auditEvent);
    expect([entry, more]).toMatchObject([{ action: 'role.give', targetId: author.personId, tenantId: 'spring' }, []]);
    const mails = await db.select().from(outboxMail);
    const told = mails.map(({ recipient }) => recipient);
    expect(told).toContain(other.email);
    expect(told).toContain(ofAcademy.email);
    expect(told).not.toContain(admin.email);
    expect(mails[0]?.plain).toContain('author, spring, course:spring-course');
    expect(await end(admin, grant.grantId)).toBe(200);
    expect(await mine()).toBe(403);
    expect((await db.select().from(auditEvent)).map(({ action }) => action)).toEqual(['role.give', 'role.end']);
  });

  it('finds a person by the sign-in address', async () => {
    const somebody = await app.aPerson();
    const to = { login: somebody.email.toUpperCase() };
    expect(await give(admin, somebody, { to })).toMatchObject({ status: 200 });
    expect(await give(admin, somebody, { to: { login: 'nobody@example.org' } })).toMatchObject({ code: 'not-found' });
  });

  it('refuses a scope that the role cannot have', async () => {
    const somebody = await app.aPerson();
    for (const [role, scope] of [
      ['academy-admin', 'course:spring-course'],
      ['manager', '*'],
      ['author', `group:${crypto.randomUUID()}`],
      ['instructor', 'page:faq'],
      ['author', 'course:a*b'],
      ['author', 'nothing:at-all'],
    ] as const)
      expect(await give(admin, somebody, { role, scope })).toMatchObject({ code: 'invalid-input' });
  });

  // Shows security#roles-with-a-scope
  it('by the administrator of an academy stays in that academy', async () => {
    const [giver, somebody] = [await academyAdmin(), await app.aPerson()];
    expect((await give(giver, somebody, { role: 'academy-admin', scope: '*' })).status).toBe(200);
    expect(await give(giver, somebody, {}, 'kube')).toMatchObject({ status: 404 });
    expect(await give(giver, giver, { everywhere: true })).toMatchObject({ status: 404 });
    const toggle = { params: { userId: giver.personId }, query: { toggle: 'true' as const } };
    expect((await app.call(toggleAdmin, toggle, await inSpring(giver))).status).toBe(403);
    const { grant } = await give(admin, somebody, {}, 'kube');
    expect(await end(giver, grant.grantId)).toBe(404);
  });

  // Shows security#roles-with-a-scope
  it('is not for authors and instructors', async () => {
    const author = await app.aPerson({ roles: [{ role: 'author', tenantId: 'spring', scope: '*' }] });
    expect(await give(author, author, { role: 'academy-admin', scope: '*' })).toMatchObject({ code: 'not-allowed' });
  });

  it('lists to each administrator the roles that they may give', async () => {
    const [giver, somebody] = [await academyAdmin(), await app.aPerson()];
    await give(admin, somebody, {});
    await give(admin, somebody, {}, 'kube');
    await give(admin, somebody, { everywhere: true });
    const listed = async (by: TestPerson) => {
      const query = { userId: somebody.personId };
      const { body } = await app.call(listRoles, { query }, await inSpring(by));
      return (body.data as { result: RoleGrant[] }).result.map(({ tenantId }) => tenantId).sort();
    };
    expect(await listed(giver)).toEqual(['spring']);
    expect(await listed(admin)).toEqual([null, 'kube', 'spring'].sort());
    const { body } = await app.call(listRoles, { query: {} }, await inSpring(admin));
    const academies = (body.data as { result: RoleGrant[] }).result.map(({ tenantId }) => tenantId);
    expect(new Set(academies)).toEqual(new Set(['spring', null]));
  });
});

describe('the administrator of an academy', () => {
  // Shows security#roles-with-a-scope
  it('finds nothing of another academy', async () => {
    const one = await academyAdmin();
    for (const call of [listAlerts, getStats, listAuditEvents, listPublishedContent]) {
      expect((await app.call(call, {}, await inSpring(one))).status).toBe(200);
      expect((await app.call(call, {}, await inKube(one))).status).toBe(404);
    }
  });

  it('reads the audit log of the academy, without that of the installation', async () => {
    const [one, somebody] = [await academyAdmin(), await app.aPerson()];
    const toggle = { params: { userId: somebody.personId }, query: { toggle: 'true' as const } };
    await app.call(toggleAdmin, toggle, await inSpring(admin));
    await give(admin, somebody, {});
    const read = async (by: TestPerson) => {
      const { body } = await app.call(listAuditEvents, {}, await inSpring(by));
      return (body.data as { result: { content: { action: string }[] } }).result.content.map(({ action }) => action);
    };
    expect(await read(admin)).toEqual(['role.give', 'person.make-admin']);
    expect(await read(one)).toEqual(['role.give']);
  });

  it('is told which areas are open', async () => {
    const areas = async (who: TestPerson) =>
      ((await app.call(getMyAccess, {}, await inSpring(who))).body.data as { areas: string[] }).areas;
    expect(await areas(await app.aPerson())).toEqual([]);
    expect(await areas(await app.aPerson({ roles: [{ ...COURSE, tenantId: 'spring' }] }))).toEqual([
      'content',
      'tokens',
    ]);
    const ofInstructor = [{ role: 'instructor', tenantId: 'spring', scope: 'course:spring-course' } as const];
    expect(await areas(await app.aPerson({ roles: ofInstructor }))).toEqual(['learners', 'reports']);
    const ofAcademy = await areas(await academyAdmin());
    expect(ofAcademy).toEqual(expect.arrayContaining(['alerts', 'audit', 'content', 'roles', 'stats', 'tokens']));
    expect(ofAcademy.filter((area) => ['users', 'directories', 'health', 'mail'].includes(area))).toEqual([]);
  });
});

describe('an author', () => {
  // Shows security#roles-with-a-scope
  it('sees, changes and publishes what is in the scope, and nothing else', async () => {
    const author = await app.aPerson({ roles: [{ ...COURSE, tenantId: 'spring' }] });
    const bearer = await app.aToken(author, 'spring', ['content:write']);
    const { body } = await app.call(listContent, {}, { tenant: 'spring', bearer });
    expect((body.data as { result: { id: string }[] }).result.map(({ id }) => id)).toEqual(['spring-course']);
    for (const id of ['spring-draft', 'no-such-course']) {
      const params = { kind: 'course', id } as const;
      const { status, body: refused } = await app.call(deleteContent, { params }, { tenant: 'spring', bearer });
      expect([status, refused.errors[0]?.errorMessage]).toEqual([404, 'What you asked for does not exist.']);
    }
  });

  it('makes no token with more than the role', async () => {
    const author = await app.aPerson({ roles: [{ ...COURSE, tenantId: 'spring' }] });
    const make = async (body: object) =>
      (await app.call(createToken, { body: { name: crypto.randomUUID(), ...body } as never }, await inSpring(author)))
        .status;
    expect(await make({ abilities: ['content:write'], scopes: ['course:spring-course'] })).toBe(200);
    expect(await make({ abilities: ['content:write'] })).toBe(200);
    expect(await make({ abilities: ['content:write'], scopes: ['course:spring-*'] })).toBe(400);
    expect(await make({ abilities: ['alerts:write'] })).toBe(403);
    expect(await make({ abilities: ['content:write', 'progress:read'], scopes: ['course:spring-course'] })).toBe(400);
  });
});

describe('an instructor', () => {
  it('sees the learners of a course, without what is private', async () => {
    const instructor = await app.aPerson({
      roles: [{ role: 'instructor', tenantId: 'spring', scope: 'course:spring-course' }],
    });
    const learner = { params: await aLearnerOf(app, 'spring') };
    const { status, body } = await app.call(getTaughtLearner, learner, await inSpring(instructor));
    expect(status).toBe(200);
    expect(body.data).toEqual({
      learner: { userId: learner.params.userId, firstName: 'Test', lastName: 'Person' },
      courses: [expect.objectContaining({ courseId: 'spring-course', completedLesson: 1 })],
      attempts: [],
      certificates: [],
    });
    const list = await app.call(listLearners, {}, await inSpring(instructor));
    expect(list.body.data).toMatchObject({
      result: { content: [{ userId: learner.params.userId }], totalElements: 1 },
    });
    const idle = { params: { userId: (await app.aPerson()).personId } };
    expect((await app.call(getTaughtLearner, idle, await inSpring(instructor))).status).toBe(404);
  });
});

// Shows security#roles-with-a-scope
it('a token that outlives the role of its owner does nothing any more', async () => {
  const author = await app.aPerson();
  const { grant } = await give(admin, author, {});
  const bearer = await app.aToken(author, 'spring', ['content:write'], ['course:spring-course']);
  const list = async () => (await app.call(listContent, {}, { tenant: 'spring', bearer })).status;
  expect(await list()).toBe(200);
  expect(await end(admin, grant.grantId)).toBe(200);
  expect(await list()).toBe(403);
});

describe('a group', () => {
  const aGroup = async (name: string) => {
    const [row] = await db.insert(learnerGroup).values({ name }).returning({ groupId: learnerGroup.groupId });
    return row?.groupId ?? '';
  };
  const join = (groupId: string, { personId }: TestPerson) =>
    db.insert(groupMember).values({ groupId, personId, source: 'scim' });
  const mayRead = async (who: TestPerson) => (await app.call(listAlerts, {}, await inSpring(who))).status === 200;
  const toGroup = { role: 'academy-admin', scope: '*' } as const;

  // Shows security#roles-with-a-scope
  it('gives its members the role that was given to exactly this group', async () => {
    const [ruled, ofSameName] = [await aGroup('Academy admins'), await aGroup('Academy admins')];
    const [member, other] = [await app.aPerson(), await app.aPerson()];
    await join(ruled, member);
    await join(ofSameName, other);
    expect([await mayRead(member), await mayRead(other)]).toEqual([false, false]);
    const { status, grant } = await give(admin, member, { to: { groupId: ruled }, ...toGroup });
    expect([status, grant.group?.name, grant.person]).toEqual([200, 'Academy admins', null]);
    expect([await mayRead(member), await mayRead(other)]).toEqual([true, false]);
    // Not even a group of that name in the group.
    await db.update(learnerGroup).set({ parentGroupId: ruled }).where(eq(learnerGroup.groupId, ofSameName));
    expect(await mayRead(other)).toBe(false);
    // A membership may end without a call; what is remembered is one second old at most.
    await db.delete(groupMember).where(eq(groupMember.personId, member.personId));
    await expect.poll(() => mayRead(member)).toBe(false);
  });

  // Shows security#roles-with-a-scope
  it('gets its roles from administrators of the installation alone, and never theirs', async () => {
    const [groupId, giver] = [await aGroup('Admins'), await academyAdmin()];
    await join(groupId, giver);
    expect(await give(giver, giver, { to: { groupId }, ...toGroup })).toMatchObject({ status: 404 });
    expect(await give(admin, giver, { to: { groupId }, role: 'admin' as never })).toMatchObject({ status: 400 });
    const { grant } = await give(admin, giver, { to: { groupId }, ...toGroup, everywhere: true });
    expect(await end(giver, grant.grantId)).toBe(404);
    expect(
      (
        await app.call(
          toggleAdmin,
          { params: { userId: giver.personId }, query: { toggle: 'true' } },
          await inSpring(giver),
        )
      ).status,
    ).toBe(403);
  });

  it('is found by its name, unless several have it', async () => {
    const [groupId, member] = [await aGroup('Editors of tea'), await app.aPerson()];
    await join(groupId, member);
    const { status, grant } = await give(admin, member, { to: { groupName: 'editors of TEA' }, ...toGroup });
    expect([status, grant.group?.groupId]).toEqual([200, groupId]);
    expect(await mayRead(member)).toBe(true);
    expect(await give(await academyAdmin(), member, { to: { groupName: 'Editors of tea' }, ...toGroup })).toMatchObject(
      {
        status: 404,
      },
    );
    const other = await aGroup('editors of tea');
    const { status: refused, code } = await give(admin, member, { to: { groupName: 'Editors of tea' }, ...toGroup });
    expect([refused, code]).toEqual([409, 'conflict']);
    expect(await give(admin, member, { to: { groupName: 'Nobody' }, ...toGroup })).toMatchObject({ status: 404 });
    expect(other).not.toBe(groupId);
  });

  it('has a manager who sees its people and chooses its instructors', async () => {
    const [groupId, other] = [await aGroup('Team'), await aGroup('Others')];
    const [learner, stranger, instructor] = [await app.aPerson(), await app.aPerson(), await app.aPerson()];
    await join(groupId, learner);
    await join(other, stranger);
    const manager = await app.aPerson({ roles: [{ role: 'manager', tenantId: 'spring', scope: `group:${groupId}` }] });
    const listed = async (who: TestPerson) => {
      const { body } = await app.call(listLearners, {}, await inSpring(who));
      return (body.data as { result: { content: { userId: string }[] } }).result.content.map(({ userId }) => userId);
    };
    expect(await listed(manager)).toEqual([learner.personId]);
    const see = async (who: TestPerson, { personId: userId }: TestPerson) =>
      (await app.call(getTaughtLearner, { params: { userId } }, await inSpring(who))).status;
    expect([await see(manager, learner), await see(manager, stranger)]).toEqual([200, 404]);
    expect((await give(manager, instructor, { role: 'instructor', scope: `group:${groupId}` })).status).toBe(200);
    expect((await give(manager, instructor, { role: 'instructor', scope: `group:${other}` })).status).toBe(404);
    expect((await give(manager, instructor, { role: 'manager', scope: `group:${groupId}` })).status).toBe(404);
    // Instructors see grades, which managers may not.
    expect((await give(manager, manager, { role: 'instructor', scope: `group:${groupId}` })).status).toBe(404);
    expect([await see(instructor, learner), await see(instructor, stranger)]).toEqual([200, 404]);
  });

  it('has a manager who sees no grades of checks, as its instructors do', async () => {
    const [groupId, learner] = [await aGroup('Judged'), await app.aPerson()];
    await join(groupId, learner);
    const opened = await app.call(openAttempt, { body: { lessonId: 'spring-check' } }, await inSpring(learner));
    const { attemptId } = opened.body.data as { attemptId: string };
    await app.call(submitAttempt, { params: { attemptId } }, await inSpring(learner));
    const scores = async (role: 'manager' | 'instructor') => {
      const who = await app.aPerson({ roles: [{ role, tenantId: 'spring', scope: `group:${groupId}` }] });
      const params = { userId: learner.personId };
      const { body } = await app.call(getTaughtLearner, { params }, await inSpring(who));
      return (body.data as { attempts: { score: number | null }[] }).attempts.map(({ score }) => score);
    };
    expect([await scores('manager'), await scores('instructor')]).toEqual([[null], [0]]);
  });
});
