import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { askHost, sendPack } from '@academy/labs/lab-hosts/host-client';
import { digestOf, signed } from '@academy/labs/lab-hosts/letters';
import { questionPath } from '@academy/labs/lab-hosts/protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LabHost } from './lab-host.ts';
import { aLabHost } from './testing/a-lab-host.ts';

let host: LabHost;
beforeAll(async () => {
  host = await aLabHost({ groups: { problem: 'no groups here', make: () => null } });
});
afterAll(() => host.close());

const QUESTION = JSON.stringify({ grantId: 'nobody' });

/** Asks with a signature that is made for something, and sent with something else. */
async function ask({
  signedPath = questionPath(host.hostId, 'endGrant'),
  path = signedPath,
  secret = host.place.secret,
  digest = digestOf(QUESTION),
  body = QUESTION,
  method = 'POST',
}: Partial<Record<'signedPath' | 'path' | 'secret' | 'digest' | 'body' | 'method', string>>): Promise<number> {
  const headers = signed(secret, signedPath, digest);
  return (await fetch(`${host.place.address}${path}`, { method, headers, body })).status;
}

// Shows security#lab-hosts
test('nobody but a server is answered', async () => {
  expect(await ask({})).toBe(200);
  expect(await ask({ secret: 'guessed' })).toBe(404);
  expect(await ask({ path: questionPath(host.hostId, 'drain') })).toBe(404);
  expect(await ask({ body: JSON.stringify({ grantId: 'other' }) })).toBe(404);
  expect(await ask({ digest: digestOf('other') })).toBe(404);
  expect(await ask({ signedPath: '/' })).toBe(404);
  expect(await ask({ signedPath: questionPath(host.hostId, 'anything') })).toBe(404);
  expect(await ask({ body: '{}', digest: digestOf('{}') })).toBe(400);
  expect((await fetch(`${host.place.address}/lab-host/any/health`, { method: 'POST' })).status).toBe(404);
});

test('an orchestrator sees that it is alive, and nothing else', async () => {
  const reply = await fetch(`${host.place.address}/health/live`);
  expect([reply.status, await reply.json()]).toEqual([200, { status: 'alive' }]);
});

// Shows security#lab-hosts
test('while the secret is being changed, the former one is good as well', async () => {
  const secretBefore = 'the secret of last year';
  const changing = await aLabHost({ groups: { problem: 'no groups here', make: () => null }, secretBefore });
  const health = (secret: string) => askHost({ ...changing.place, secret }, 'any', 'health', {});
  expect((await health(changing.place.secret))?.answer.hostId).toBe(changing.hostId);
  expect((await health(secretBefore))?.answer.hostId).toBe(changing.hostId);
  await expect(health('guessed')).rejects.toThrow();
  await changing.close();
});

// Shows security#lab-hosts
test('a letter is good for a minute, and for the host that it names', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 });
  const headers = signed(host.place.secret, questionPath(host.hostId, 'endGrant'), digestOf(QUESTION));
  vi.useRealTimers();
  const url = `${host.place.address}${questionPath(host.hostId, 'endGrant')}`;
  expect((await fetch(url, { method: 'POST', headers, body: QUESTION })).status).toBe(404);
  expect(await ask({ signedPath: questionPath(randomUUID(), 'endGrant') })).toBe(410);
  expect(await askHost(host.place, randomUUID(), 'status', { reference: 'x' })).toBeNull();
});

test('files of a lab are kept when they are what their hash says', async () => {
  const packed = gzipSync('a tar');
  const hash = createHash('sha256').update(packed).digest('hex');
  await sendPack(host.place, host.hostId, hash, packed);
  await expect(sendPack(host.place, host.hostId, hash, gzipSync('another'))).rejects.toMatchObject({
    problem: 'unavailable',
  });
});

test('operators are warned when nothing bounds the memory of labs', async () => {
  const reply = await askHost(host.place, host.hostId, 'health', {});
  expect(reply?.answer).toMatchObject({ warning: 'unbounded-memory', running: 0, starting: [], maximum: 8 });
});
