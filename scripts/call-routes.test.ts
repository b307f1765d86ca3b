import { readFileSync } from 'node:fs';
import { CALLS } from '@academy/contract/calls';
import * as routes from '@academy/contract/call-routes';
import { expect, test } from 'vitest';
import { CALL_ROUTES_FILE, callRoutes } from './call-routes.ts';

test('contract/src/call-routes.ts is what `node scripts/call-routes.ts` writes', () => {
  expect(readFileSync(CALL_ROUTES_FILE, 'utf8').replace(/\s|,(?=\s*})/g, '')).toBe(callRoutes().replace(/\s/g, ''));
});

test('browsers know every call as the server does', () => {
  const { params, query, headers, body, reply, summary, ability, namesFiles, answers, ...known } = CALLS[0] as never;
  void [params, query, headers, body, reply, summary, ability, namesFiles, answers];
  const parts = Object.keys(known) as never[];
  for (const call of CALLS)
    for (const part of parts)
      expect((routes as never)[call.name]?.[part] ?? undefined, `${call.name} ${part}`).toEqual(call[part] ?? undefined);
});
