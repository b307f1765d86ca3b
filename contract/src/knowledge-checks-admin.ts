import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MAX_MORE_MINUTES } from './constants.ts';

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

const TaughtAttemptParams = v.strictObject({
  userId: v.pipe(v.string(), v.uuid()),
  attemptId: v.pipe(v.string(), v.uuid()),
});

export const grantTaughtAttempt = defineCall({
  name: 'grantTaughtAttempt',
  method: 'PUT',
  path: '/learners/attempts/:userId/:attemptId/grant',
  summary:
    'Grants another attempt at a knowledge check to a learner whom the caller teaches, after the last one failed; a second time changes nothing. 409 when nothing can be granted.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'instructor', of: 'record' },
  tenant: true,
  params: TaughtAttemptParams,
  reply: v.object({ grantedAt: v.string() }),
});

export const giveAttemptTime = defineCall({
  name: 'giveAttemptTime',
  method: 'PUT',
  path: '/learners/attempts/:userId/:attemptId/time',
  summary:
    'Gives a learner whom the caller teaches more time for their newest attempt at a knowledge check with a time limit, and for later ones at the same check.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'instructor', of: 'record' },
  tenant: true,
  params: TaughtAttemptParams,
  body: v.strictObject({
    /** Minutes besides the limit, in place of those given before; 0: none. */
    minutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_MORE_MINUTES)),
  }),
  reply: v.object({ minutes: v.number() }),
});
