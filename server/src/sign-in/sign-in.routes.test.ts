import { endLocalSession } from '@academy/contract/sign-in';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { CallTable } from '../calls/bind.ts';
import type { Bearers } from '../front/person.ts';
import { bindSignIn } from './sign-in.routes.ts';

test('a log-out that could not be processed is not reported as success', async () => {
  const calls = new CallTable();
  const ended: string[] = [];
  const bearers: Pick<Bearers, 'session'> = { session: () => Promise.reject(new Error('Connection terminated')) };
  bindSignIn(calls, {
    bearers: bearers as Bearers,
    endGrant: async (grantId) => void ended.push(grantId),
    hasAccount: async () => true,
  });
  const request = { headers: { authorization: 'Bearer some-token' } } as FastifyRequest;
  const { handler } = calls.get(endLocalSession.name);
  await expect(handler({ request, raw: null } as unknown as Parameters<typeof handler>[0])).rejects.toThrow(
    'Connection terminated',
  );
  expect(ended).toEqual([]);
});
