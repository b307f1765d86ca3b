import * as v from 'valibot';
import { defineCall } from './call.ts';

export const grantAttempt = defineCall({
  name: 'grantAttempt',
  method: 'PUT',
  path: '/admin/users/:userId/attempts/:attemptId/grant',
  summary:
    'Grants another attempt at a knowledge check after a failed only one; a second time changes nothing. 409 when nothing can be granted.',
  who: 'admin',
  reach: 'installation',
  tenant: false,
  params: v.strictObject({ userId: v.pipe(v.string(), v.uuid()), attemptId: v.pipe(v.string(), v.uuid()) }),
  reply: v.object({ grantedAt: v.string() }),
});
