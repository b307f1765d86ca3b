import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '@academy/contract/calls';
import { expect, test } from 'vitest';
import { CALL_ROUTES, callRoutes } from './call-routes.ts';

test('contract/src/call-routes holds what `node scripts/call-routes.ts` writes', () => {
  const files = readdirSync(CALL_ROUTES).map((name) => [name, readFileSync(join(CALL_ROUTES, name), 'utf8')] as const);
  expect(new Map(files)).toEqual(callRoutes());
});

test('browsers know the method, address and rights of every call as the server does', async () => {
  const modules = await Promise.all(readdirSync(CALL_ROUTES).map((name) => import(join(CALL_ROUTES, name))));
  const known: Record<string, object> = Object.assign({}, ...modules);
  expect(Object.keys(known).sort()).toEqual(CALLS.map(({ name }) => name).sort());
  for (const call of CALLS) expect(call).toMatchObject(known[call.name] ?? {});
});
