import { randomUUID } from 'node:crypto';
import {
  createToken,
  deleteTokens,
  listAbilities,
  listTokens,
  TOKEN_DEFAULT_DAYS,
  TOKENS_PER_PERSON,
} from '@academy/contract/personal-access-tokens';
import { getProgressOverlay } from '@academy/contract/progress';
import { listContent } from '@academy/contract/publishing';
import type { Tenant } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import { asc, eq, like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { account, accountCode } from '../db/identity-tables.ts';
import { auditEvent, outboxMail, person, personalAccessToken } from '../db/tables.ts';
import { accountOwnerNews } from '../identity/owner-news.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { isWellFormedToken } from '../values/token-format.ts';
import { personalAccessTokensService } from './personal-access-tokens.service.ts';

const app = await startApp();
const { db } = app.database;
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

interface Listed {
  tokenId: string;
  name: string;
  abilities: string[];
  tenantId: string;
  expiresAt: string;
  lastUsedAt: string | null;
  owner?: string;
}

async function make(of: TestPerson, body: Record<string, unknown>, tenant = 'spring') {
  const given = { name: 'ci', abilities: ['progress:read'], ...body };
  const reply = await app.call(createToken, { body: given as never }, { tenant, bearer: await of.bearer() });
  return { ...reply, token: (reply.body.data as { message?: string } | null)?.message ?? '' };
}

async function tokensOf(of: TestPerson, query: { all?: 'true' } = {}): Promise<Listed[]> {
  const { body } = await app.call(listTokens, { query }, { bearer: await of.bearer() });
  return (body.data as { result: Listed[] }).result;
}

async function remove(as: TestPerson, ids: string[]) {
  return app.call(deleteTokens, { body: ids }, { bearer: await as.bearer() });
}

const rowsOf = (of: TestPerson) =>
  db.select().from(personalAccessToken).where(eq(personalAccessToken.personId, of.personId));

describe('making a token', () => {
  // Shows security#personal-tokens
  it('shows it once, stores its hash, and limits it to its academy', async () => {
    const learner = await app.aPerson();
    const { status, token, response } = await make(learner, {});
    expect(status).toBe(200);
    expect(isWellFormedToken(token)).toBe(true);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(await rowsOf(learner))).not.toContain(token.slice(8, 30));
    const [listed] = await tokensOf(learner);
    expect(JSON.stringify(listed)).not.toContain(token.slice(8, 30));
    expect(listed).toMatchObject({ name: 'ci', abilities: ['progress:read'], tenantId: 'spring', lastUsedAt: null });
    expect(listed).not.toHaveProperty('owner');

    const overlay = { query: { kind: 'courses' as const } };
    expect((await app.call(getProgressOverlay, overlay, { tenant: 'spring', bearer: token })).status).toBe(200);
    expect((await app.call(getProgressOverlay, overlay, { tenant: 'kube', bearer: token })).body.errors).toEqual([
      expect.objectContaining({ code: 'token-tenant' }),
    ]);
    expect((await app.call(listContent, {}, { tenant: 'spring', bearer: token })).body.errors).toEqual([
      expect.objectContaining({ code: 'token-ability' }),
    ]);
  });

  it('mails its owner', async () => {
    const learner = await app.aPerson();
    await make(learner, { name: 'Nightly export' });
    const mails = await db.select().from(outboxMail).where(eq(outboxMail.recipient, learner.email));
    expect(mails).toMatchObject([{ kind: 'token-created', plain: expect.stringContaining('“Nightly export”') }]);
    expect(mails[0]?.plain).toContain('/account');
  });

  it('also mails an address that can still revert a change', async () => {
    const names = { email: `moved-${randomUUID()}@example.org`, firstName: 'Lena', lastName: 'Lind' };
    const accounts = await db
      .insert(account)
      .values({ ...names, passwordHash: '', emailVerified: true })
      .returning();
    const { accountId = '' } = accounts[0] ?? {};
    const [owner] = await db
      .insert(person)
      .values({ issuer: 'embedded', subject: accountId, ...names })
      .returning();
    const [former, late] = [`former-${names.email}`, `late-${names.email}`];
    await db.insert(accountCode).values(
      [former, late].map((email) => ({
        ...{ accountId, purpose: 'undo-email', email, codeHash: email },
        expiresAt: new Date(Date.now() + (email === former ? DAY : -DAY)),
      })),
    );
    const tenants = await loadTenants();
    const tell = accountOwnerNews((id) => ({ tenant: tenants.get(id) as Tenant, origin: 'http://spring.localhost' }));
    const by = { personId: null, name: 'test', correlationId: null };
    const request = { personId: owner?.personId ?? '', tenantId: 'spring', abilities: ['progress:read' as const], by };
    await personalAccessTokensService(db, undefined, tell).createToken({ ...request, name: 'Nightly export' });
    const mails = await db
      .select()
      .from(outboxMail)
      .where(like(outboxMail.recipient, `%${names.email}`));
    const about = new Map(mails.map(({ recipient, plain }) => [recipient, plain]));
    expect([...about.keys()].sort()).toEqual([former, names.email].sort());
    expect(about.get(former)).toContain('has a button that undoes the change');
    expect(about.get(former)).not.toContain('http://spring.localhost/account');
  });

  // Shows security#personal-tokens
  it('expires in 90 days by default, and at the given moment', async () => {
    const learner = await app.aPerson();
    const before = Date.now();
    await make(learner, { name: 'default' });
    await make(learner, { name: 'chosen', expiresAt: '2126-01-01T00:00:00.000Z' });
    const end = inDays(366);
    expect((await make(learner, { name: 'longest', expiresAt: end })).status).toBe(200);
    const listed = new Map((await tokensOf(learner)).map((one) => [one.name, one.expiresAt]));
    expect(listed.get('longest')).toBe(end);
    expect(listed.has('chosen')).toBe(false);
    const lasts = Date.parse(listed.get('default') ?? '') - before;
    expect(Math.round(lasts / DAY)).toBe(TOKEN_DEFAULT_DAYS);
  });

  it.each([
    ['a name that is blank', { name: '  ' }, 'name'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name'],
    ['a name that the database cannot keep', { name: 'a\u0000b' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['no ability', { abilities: [] }, 'abilities'],
    ['an ability that there is not', { abilities: ['fly'] }, 'abilities.0'],
    ['an end in the past', { expiresAt: inDays(-1) }, 'expiresAt'],
    ['an end more than 366 days ahead', { expiresAt: inDays(366.1) }, 'expiresAt'],
    ['an end that is no moment', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['an end in a month that there is not', { expiresAt: '2030-13-01T00:00:00Z' }, 'expiresAt'],
    ['whom it acts for', { personId: '00000000-0000-4000-8000-000000000000' }, 'personId'],
  ])('refuses %s at its field and creates nothing', async (_what, body, field) => {
    const learner = await app.aPerson();
    const { status, body: reply } = await make(learner, body);
    expect(status).toBe(400);
    expect(reply.errors).toEqual([expect.objectContaining({ field })]);
    expect(await rowsOf(learner)).toEqual([]);
  });

  it('takes a name of 80 characters, without the blanks around it', async () => {
    const learner = await app.aPerson();
    expect((await make(learner, { name: ` ${'x'.repeat(80)} ` })).status).toBe(200);
    expect((await tokensOf(learner))[0]?.name).toBe('x'.repeat(80));
  });

  it('refuses a taken name, also of two simultaneous requests', async () => {
    const learner = await app.aPerson();
    const both = await Promise.all([make(learner, {}), make(learner, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await make(learner, {});
    expect(again.body.errors).toEqual([expect.objectContaining({ code: 'conflict', field: 'name' })]);
    expect(again.body.data).toBeNull();
    expect((await make(learner, {}, 'kube')).status).toBe(200);
    expect((await make(await app.aPerson(), {})).status).toBe(200);
    expect(await rowsOf(learner)).toHaveLength(2);
  });

  it('refuses header and body that name different academies', async () => {
    const { status, body } = await make(await app.aPerson(), { tenantId: 'kube' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ code: 'tenant-mismatch' })]);
  });

  // Shows security#abilities-narrow
  it('lets administrators give any ability, everybody else progress:read alone', async () => {
    const [admin, pro] = [await app.aPerson({ admin: true }), await app.aPerson({ pro: true })];
    expect((await make(admin, { abilities: ['content:write', 'users:read', 'content:write'] })).status).toBe(200);
    expect((await tokensOf(admin))[0]?.abilities).toEqual(['content:write', 'users:read']);
    const refused = await make(pro, { abilities: ['progress:read', 'content:write'] });
    expect(refused.status).toBe(403);
    expect(await rowsOf(pro)).toEqual([]);
  });

  it('refuses a former administrator', async () => {
    const admin = await app.aPerson({ admin: true });
    await make(admin, { name: 'first' });
    await db.update(person).set({ isAdmin: false }).where(eq(person.personId, admin.personId));
    expect((await make(admin, { abilities: ['content:write'] })).status).toBe(403);
  });

  it('stops at the most that one person may have', async () => {
    const learner = await app.aPerson();
    const { personId } = learner;
    await db.insert(personalAccessToken).values(
      Array.from({ length: TOKENS_PER_PERSON - 1 }, (_, index) => ({
        personId,
        tenantId: 'spring',
        name: `kept ${index}`,
        abilities: ['progress:read'],
        tokenHash: `${personId} ${index}`,
        expiresAt: new Date(),
      })),
    );
    expect((await make(learner, { name: 'last' })).status).toBe(200);
    expect((await make(learner, { name: 'one more' })).status).toBe(409);
  });

  // Shows security#personal-tokens
  it('is not for tokens: none can make, list or delete tokens, whatever its abilities', async () => {
    const admin = await app.aPerson({ admin: true });
    const all = ['content:write', 'alerts:write', 'users:read', 'users:write', 'stats:read', 'progress:read'];
    const { token: bearer } = await make(admin, { abilities: all });
    const [own] = await tokensOf(admin);
    const as = { tenant: 'spring', bearer };
    const replies = await Promise.all([
      app.call(createToken, { body: { name: 'more', abilities: ['progress:read'] } }, as),
      app.call(listTokens, {}, as),
      app.call(deleteTokens, { body: [own?.tokenId ?? ''] }, as),
      app.call(listAbilities, {}, as),
    ]);
    for (const { status } of replies) expect(status).toBe(403);
    expect(await rowsOf(admin)).toHaveLength(1);
  });
});

describe('a token in use', () => {
  // Shows security#rights-now
  it("loses its owner's lost rights at once, and regains them", async () => {
    const admin = await app.aPerson({ admin: true });
    const { token: bearer } = await make(admin, { abilities: ['content:write'] });
    const use = () => app.call(listContent, {}, { tenant: 'spring', bearer });
    expect((await use()).status).toBe(200);
    await db.update(person).set({ isAdmin: false }).where(eq(person.personId, admin.personId));
    expect((await use()).status).toBe(403);
    await db.delete(person).where(eq(person.personId, admin.personId));
    expect((await use()).status).toBe(401);
  });

  it('is refused after its expiry', async () => {
    const admin = await app.aPerson({ admin: true });
    const { token: bearer } = await make(admin, { abilities: ['content:write'] });
    await db
      .update(personalAccessToken)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(personalAccessToken.personId, admin.personId));
    expect((await app.call(listContent, {}, { tenant: 'spring', bearer })).status).toBe(401);
  });
});

describe('listing tokens', () => {
  it('shows everybody the own ones, administrators those of all when they ask for it', async () => {
    const [admin, learner] = [await app.aPerson({ admin: true }), await app.aPerson()];
    await make(learner, { name: 'of the learner' });
    await make(admin, { name: 'of the admin' });
    expect((await tokensOf(learner)).map(({ name }) => name)).toEqual(['of the learner']);
    expect((await tokensOf(admin)).map(({ name }) => name)).toEqual(['of the admin']);
    const all = await tokensOf(admin, { all: 'true' });
    expect(all[0]).toMatchObject({ name: 'of the admin', owner: admin.email });
    expect(all[1]).toMatchObject({ name: 'of the learner', owner: learner.email });
    const refused = await app.call(listTokens, { query: { all: 'true' } }, { bearer: await learner.bearer() });
    expect(refused.status).toBe(403);
    expect((await app.call(listTokens, {})).status).toBe(401);
  });

  it('names the abilities to administrators only', async () => {
    const as = async (who: TestPerson) => ({ tenant: 'tanzu', bearer: await who.bearer() });
    const told = await app.call(listAbilities, {}, await as(await app.aPerson({ admin: true })));
    expect(told.body.data).toContain('content:write');
    expect((await app.call(listAbilities, {}, await as(await app.aPerson()))).status).toBe(403);
  });
});

describe('deleting tokens', () => {
  // Shows security#personal-tokens
  it('ends them at once', async () => {
    const admin = await app.aPerson({ admin: true });
    const { token: bearer } = await make(admin, { abilities: ['content:write'] });
    const [listed] = await tokensOf(admin);
    const id = listed?.tokenId ?? '';
    expect((await remove(admin, [id, id.toUpperCase(), id])).body.data).toEqual({ deleted: [id] });
    expect((await app.call(listContent, {}, { tenant: 'spring', bearer })).status).toBe(401);
    expect((await remove(admin, [id])).status).toBe(404);
  });

  // Shows security#exact-deletes
  it('revokes all or none, and does not reveal those of others', async () => {
    const [one, other] = [await app.aPerson(), await app.aPerson()];
    await make(one, {});
    await make(other, {});
    const mine = (await tokensOf(one))[0]?.tokenId ?? '';
    const foreign = (await tokensOf(other))[0]?.tokenId ?? '';
    const unknown = '00000000-0000-4000-8000-000000000000';
    const replies = await Promise.all([remove(one, [mine, foreign]), remove(one, [mine, unknown])]);
    const [asForeign, asUnknown] = replies.map(({ status, body }) => ({
      status,
      errors: body.errors,
      data: body.data,
    }));
    expect(asForeign).toMatchObject({ status: 404 });
    expect(asForeign).toEqual(asUnknown);
    expect(await rowsOf(one)).toHaveLength(1);
    expect(await rowsOf(other)).toHaveLength(1);
  });

  it('lets an administrator revoke those of others, in any academy', async () => {
    const [admin, learner] = [await app.aPerson({ admin: true }), await app.aPerson()];
    await make(learner, {}, 'spring');
    await make(learner, {}, 'tanzu');
    const ids = (await tokensOf(learner)).map(({ tokenId }) => tokenId);
    expect((await remove(admin, ids)).body.data).toEqual({ deleted: ids });
    expect(await rowsOf(learner)).toEqual([]);
  });

  it.each([
    ['an empty list', []],
    ['no list', {}],
    ['something that is no id', ['1']],
    ['more than 100', Array.from({ length: 101 }, () => '00000000-0000-4000-8000-000000000000')],
  ])('refuses %s', async (_what, body) => {
    const learner = await app.aPerson();
    await make(learner, {});
    const reply = await app.call(deleteTokens, { body: body as never }, { bearer: await learner.bearer() });
    expect(reply.status).toBe(400);
    expect(await rowsOf(learner)).toHaveLength(1);
  });

  it('by two at the same time succeeds for one of them', async () => {
    const learner = await app.aPerson();
    for (const name of ['a', 'b', 'c']) await make(learner, { name });
    const ids = (await tokensOf(learner)).map(({ tokenId }) => tokenId);
    const both = await Promise.all([remove(learner, ids), remove(learner, [...ids].reverse())]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await rowsOf(learner)).toEqual([]);
  });
});

it('changes of tokens are audited, never with the token', async () => {
  const [admin, learner] = [await app.aPerson({ admin: true }), await app.aPerson()];
  const { token, response } = await make(learner, { name: 'audited' }, 'kube');
  await make(learner, { name: 'audited' }, 'kube');
  const [listed] = await tokensOf(learner);
  await remove(admin, [listed?.tokenId ?? '', '00000000-0000-4000-8000-000000000000']);
  await remove(admin, [listed?.tokenId ?? '']);
  const rows = await db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.targetId, listed?.tokenId ?? ''))
    .orderBy(asc(auditEvent.eventId));
  expect(rows).toMatchObject([
    {
      action: 'token.create',
      tenantId: 'kube',
      actorId: learner.personId,
      actorName: learner.email,
      details: { name: 'audited', owner: learner.email, abilities: ['progress:read'] },
      correlationId: response.headers['x-correlation-id'],
    },
    { action: 'token.delete', tenantId: 'kube', actorId: admin.personId, details: { owner: learner.email } },
  ]);
  expect(JSON.stringify(rows)).not.toContain(token.slice(8, 30));
});
