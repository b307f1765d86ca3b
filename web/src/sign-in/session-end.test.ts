import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { type Answer, failure, serveAnswers, success } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { currentToasts } from '../lib/shown-toasts.ts';
import { removeToast } from '../lib/toasts.ts';
import { refresh } from './refresh.ts';
import { readSession } from './session.ts';
import { storeTokens } from './stored-tokens.ts';

afterEach(() => vi.unstubAllGlobals());

test.each<[string, Answer, RegExp]>([
  ['expired', success({ ended: false, because: 'expired' }), /your session expired/],
  ['was ended from elsewhere', success({ ended: false, because: 'ended' }), /ended elsewhere/],
  ['went with its account', success({ ended: false, because: 'removed' }), /your account was deleted/],
  ['ended at another provider', success({ ended: false }), /has ended/],
  ['ended while the academy is away', failure(503, []), /has ended/],
])('a learner whose session %s is told so', async (_words, reply, message) => {
  fakeBrowser();
  for (const { id } of currentToasts()) removeToast(id);
  const server = await serveAnswers(({ method }) => (method === 'DELETE' ? reply : { status: 400 }));
  runtimeAt(server.origin);
  storeTokens({ access_token: 'former', refresh_token: 'r', expires_in: 0 });
  readSession();
  expect(await refresh()).toBe(false);
  await vi.waitFor(() => expect(currentToasts()).toHaveLength(1));
  expect(currentToasts()[0]?.message).toMatch(message);
  const asked = server.received.filter(({ method }) => method === 'DELETE');
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer former']);
  await server.close();
});
