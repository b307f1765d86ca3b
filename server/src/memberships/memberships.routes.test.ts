import {
  getMembership,
  type MembershipDetails,
  requestVoucher,
  type VoucherRequest,
} from '@academy/contract/memberships';
import { setMembership } from '@academy/contract/people-admin';
import type { Tenant } from '@academy/contract/tenants';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvent, outboxMail, person, voucherRequest } from '../db/tables.ts';
import { utcDay } from '../mail/templates/layout.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { type Actor, type PersonId, type SignedInScope, scopeOf } from '../values/scope.ts';
import { type MembershipsOptions, membershipsService } from './memberships.service.ts';

const CONTACT = 'team@example.org';
const app = await startApp({ contactAddresses: { spring: CONTACT } });
const { db } = app.database;

beforeEach(async () => {
  for (const table of [voucherRequest, outboxMail, auditEvent, person]) await db.delete(table);
});

const ask = async (who: TestPerson, key?: string, tenant = 'spring') => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const { status, body } = await app.call(requestVoucher, { headers }, { tenant, bearer: await who.bearer() });
  return { status, request: body.data as VoucherRequest, error: body.errors[0]?.errorMessage };
};
const details = async (who: TestPerson, tenant = 'spring') => {
  const { status, body } = await app.call(getMembership, {}, { tenant, bearer: await who.bearer() });
  expect(status).toBe(200);
  return body.data as MembershipDetails;
};
const stored = () => db.select().from(voucherRequest);

describe('a Pro member', () => {
  test('requests the voucher of the year, which is audited and mailed', async () => {
    const member = await app.aPerson({ pro: true });
    const before = await details(member);
    expect(before.membership?.state).toBe('active');
    expect(before.voucher).toEqual({ requestedAt: null, availableUntil: before.membership?.endsAt });

    const { status, request } = await ask(member);
    expect(status).toBe(200);
    expect(request.yearStartsAt).toBe(before.membership?.startsAt);
    expect(await details(member)).toMatchObject({ voucher: { requestedAt: request.requestedAt } });
    expect(await stored()).toMatchObject([{ personId: member.personId, tenantId: 'spring' }]);
    expect(await db.select().from(auditEvent)).toMatchObject([
      {
        action: 'membership.request-voucher',
        actorId: member.personId,
        targetId: member.personId,
        tenantId: 'spring',
        details: { email: member.email },
      },
    ]);
    const [mail, ...others] = await db.select().from(outboxMail);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: CONTACT, replyTo: member.email, kind: 'voucher-request' });
    expect(mail?.subject).toBe('Exam voucher requested at Spring Academy');
    expect(mail?.plain).toContain(`Test Person (${member.email})`);
  });

  test('gets no second one in the same year, in whichever academy', async () => {
    const member = await app.aPerson({ pro: true });
    expect((await ask(member)).status).toBe(200);
    for (const tenant of ['spring', 'kube']) {
      expect(await ask(member, undefined, tenant)).toMatchObject({
        status: 409,
        error: 'You have already requested the exam voucher of this membership year.',
      });
    }
    expect(await stored()).toHaveLength(1);
    expect(await db.select().from(outboxMail)).toHaveLength(1);
  });

  test('who sends many requests at once gets one', async () => {
    const member = await app.aPerson({ pro: true });
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(member)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await db.select().from(outboxMail)).toHaveLength(1);
  });

  test('whose reply was lost repeats the key and gets the same request', async () => {
    const [member, other] = [await app.aPerson({ pro: true }), await app.aPerson({ pro: true })];
    const first = await ask(member, 'key-of-a-member');
    expect(await ask(member, 'key-of-a-member')).toEqual(first);
    expect((await ask(member, 'another-key')).status).toBe(409);
    const theirs = await ask(other, 'key-of-a-member');
    expect(theirs.status).toBe(200);
    expect(theirs.request.requestId).not.toBe(first.request.requestId);
    expect(await db.select().from(outboxMail)).toHaveLength(2);
    expect((await ask(member, 'no key')).status).toBe(400);
  });

  test('of an academy without an address can request without a mail', async () => {
    const member = await app.aPerson({ pro: true });
    expect((await ask(member, undefined, 'kube')).status).toBe(200);
    expect(await stored()).toMatchObject([{ tenantId: 'kube' }]);
    expect(await db.select().from(outboxMail)).toEqual([]);
  });

  test('gets no second one when an administrator moves the start of the membership', async () => {
    const [member, admin] = [await app.aPerson({ pro: true }), await app.aPerson({ admin: true })];
    expect((await ask(member)).status).toBe(200);
    const day = 86_400_000;
    const body = {
      startsAt: new Date(Date.now() - 40 * day).toISOString(),
      endsAt: new Date(Date.now() + 300 * day).toISOString(),
    };
    const moved = await app.call(
      setMembership,
      { params: { userId: member.personId }, body },
      { tenant: 'spring', bearer: await admin.bearer() },
    );
    expect(moved.status).toBe(200);
    expect((await ask(member)).status).toBe(409);
    expect((await details(member)).voucher?.requestedAt).not.toBeNull();
  });
});

describe('no voucher', () => {
  test('for somebody without membership, tanzu included, where accounts open Pro content', async () => {
    const learner = await app.aPerson();
    for (const tenant of ['spring', 'kube', 'tanzu']) {
      expect(await ask(learner, undefined, tenant)).toMatchObject({
        status: 403,
        error: 'Exam vouchers are part of Pro membership.',
      });
      expect(await details(learner, tenant)).toEqual({ membership: null, voucher: null });
    }
  });

  test('after the membership has ended, whose last day is named', async () => {
    const former = await app.aPerson({ expiredPro: true });
    const { membership, voucher } = await details(former);
    expect(membership?.state).toBe('ended');
    expect(voucher).toBeNull();
    const { status, error } = await ask(former);
    expect(status).toBe(403);
    expect(error).toBe(`Your Pro membership ended on ${utcDay(new Date(membership?.endsAt ?? 0))}.`);
    expect(await stored()).toEqual([]);
  });
});

describe('by the clock', () => {
  const START = '2024-03-10T09:00:00.000Z';
  const END = '2026-03-10T09:00:00.000Z';

  async function at(member: TestPerson, time: string) {
    const options: MembershipsOptions = {
      db,
      brandOf: () => ({ tenant: {} as Tenant, origin: null }),
      addresses: { recipients: async () => [] },
      now: () => Date.parse(time),
    };
    const service = membershipsService(options);
    const tenant = { tenantId: 'spring' } as Parameters<typeof scopeOf>[0];
    const actor = { personId: member.personId as PersonId } as Actor;
    const scope: SignedInScope = { tenant, tenantId: scopeOf(tenant), actor, correlationId: 'test' };
    const by = { personId: member.personId, name: member.email, correlationId: 'test' };
    return {
      voucher: (await service.details(scope)).voucher,
      state: (await service.details(scope)).membership?.state,
      ask: () => service.requestVoucher(scope, by),
    };
  }

  const member = async () => {
    const one = await app.aPerson();
    const dates = { proStartsAt: new Date(START), proEndsAt: new Date(END) };
    await db.update(person).set(dates).where(eq(person.personId, one.personId));
    return one;
  };

  test('each year of membership has one voucher, from its first moment to its last', async () => {
    const one = await member();
    const first = await at(one, START);
    expect(first.voucher).toEqual({ requestedAt: null, availableUntil: '2025-03-10T09:00:00.000Z' });
    await expect(first.ask()).resolves.toMatchObject({ yearStartsAt: START, requestedAt: START });
    const lastMoment = await at(one, '2025-03-10T08:59:59.999Z');
    expect(lastMoment.voucher?.requestedAt).toBe(START);
    await expect(lastMoment.ask()).rejects.toMatchObject({ code: 'conflict' });

    const second = await at(one, '2025-03-10T09:00:00.000Z');
    expect(second.voucher).toEqual({ requestedAt: null, availableUntil: END });
    await expect((await at(one, '2026-03-10T08:59:59.999Z')).ask()).resolves.toMatchObject({
      yearStartsAt: '2025-03-10T09:00:00.000Z',
    });
  });

  test('a year that went by without a request is over', async () => {
    const one = await member();
    await (await at(one, '2025-06-01T00:00:00.000Z')).ask();
    await expect((await at(one, '2025-06-02T00:00:00.000Z')).ask()).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored()).toHaveLength(1);
  });

  test('there is none before the membership begins, nor from its end on', async () => {
    const one = await member();
    const early = await at(one, '2024-03-10T08:59:59.999Z');
    expect(early).toMatchObject({ state: 'upcoming', voucher: null });
    await expect(early.ask()).rejects.toThrow('Your Pro membership begins on March 10, 2024.');
    const late = await at(one, END);
    expect(late).toMatchObject({ state: 'ended', voucher: null });
    await expect(late.ask()).rejects.toThrow('Your Pro membership ended on March 10, 2026.');
  });
});
