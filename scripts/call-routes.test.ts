import { readFileSync } from 'node:fs';
import * as routes from '@academy/contract/call-routes';
import { CALLS } from '@academy/contract/calls';
import { expect, test } from 'vitest';
import { CALL_ROUTES_FILE, callRoutes } from './call-routes.ts';

test('contract/src/call-routes.ts is what `node scripts/call-routes.ts` writes', () => {
  expect(readFileSync(CALL_ROUTES_FILE, 'utf8')).toBe(callRoutes());
});

test('browsers know the method, address and rights of every call as the server does', () => {
  const known: Record<string, object> = routes;
  expect(Object.keys(known).sort()).toEqual(CALLS.map(({ name }) => name).sort());
  for (const call of CALLS) expect(call).toMatchObject(known[call.name] ?? {});
});
