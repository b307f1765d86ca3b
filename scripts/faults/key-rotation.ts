import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BENCH_TENANT } from '@academy/bench/courses';
import { refreshTokens, type SignInPlace, signInForTokens } from '@academy/bench/people';
import { ROOT } from '@academy/bench/root';
import { getProgressOverlay } from '@academy/contract/progress';
import type { Fault } from './fault.ts';
import { prepareAcademy } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { type Client, clientOf, isFine, problemOf, type Reply } from './support/client.ts';
import { figure } from './support/figures.ts';
import type { RunLearner } from './support/learners.ts';

const LONG = { rotations: 5, learners: 40, courses: 1 };
const SHORT = { rotations: 1, learners: 10, courses: 1 };
/** Between two rotations, ms: servers follow within a second. */
const BETWEEN_MS = 3_000;
/** Calls of one learner, ms. */
const CALL_EVERY_MS = 50;

interface Seen {
  requests: number;
  /** Access tokens that were refused and renewed. */
  renewed: number;
  failed: Map<string, number>;
}

export const keyRotation: Fault = {
  name: 'key-rotation',
  title:
    'Signing keys change under load, before their time and at once; browsers renew their tokens by themselves and no call fails.',
  run: (given) =>
    withCleanup(async (later) => {
      const size = given.long ? LONG : SHORT;
      const prepared = await prepareAcademy(given.folder, null, size);
      const { academy, learners } = prepared;
      later.add(() => academy.stop());
      const client = clientOf(academy.port);
      later.add(() => client.close());
      const seen: Seen = { requests: 0, renewed: 0, failed: new Map() };
      let over = false;
      const load = Promise.all(learners.all.map((learner) => useUntil(() => over, academy, client, learner, seen)));
      load.catch(() => {});
      let signIns = 0;
      try {
        for (let rotation = 1; rotation <= size.rotations; rotation += 1) {
          for (const now of [[], ['--now']]) {
            await delay(BETWEEN_MS);
            await rotate(academy.dataFolder, now);
            // Signing in works at once with the new key.
            const [someone] = learners.all;
            if (someone !== undefined) await signInForTokens(academy, someone.email, someone.password);
            signIns += 1;
          }
          given.log(
            `rotation ${rotation} of ${size.rotations}: ${seen.requests} calls, ${seen.renewed} tokens renewed`,
          );
        }
        await delay(BETWEEN_MS);
      } finally {
        over = true;
      }
      await load;
      const failed = [...seen.failed.values()].reduce((sum, count) => sum + count, 0);
      if (failed > 0) given.log(`failed: ${[...seen.failed].map(([what, count]) => `${what}: ${count}`).join(', ')}`);
      return {
        figures: [
          figure('rotations before their time', size.rotations, ''),
          figure('rotations at once', size.rotations, ''),
          figure('calls', seen.requests, ''),
          figure('failed', failed, '', { exactly: 0 }),
          figure('tokens renewed', seen.renewed, '', { exactly: size.rotations * learners.all.length }),
          figure('sign-ins right after a rotation', signIns, '', { exactly: size.rotations * 2 }),
        ],
      };
    }),
};

/** As a browser: a refused access token is renewed once, and the call made again. */
async function useUntil(
  isOver: () => boolean,
  place: SignInPlace,
  client: Client,
  learner: RunLearner,
  seen: Seen,
): Promise<void> {
  const ask = (): Promise<Reply> =>
    client.call(getProgressOverlay, { tenantId: BENCH_TENANT, bearer: learner.bearer, query: { kind: 'courses' } });
  const fail = (problem: string) => seen.failed.set(problem, (seen.failed.get(problem) ?? 0) + 1);
  while (!isOver()) {
    seen.requests += 1;
    let reply = await ask();
    if (reply.status === 401) {
      const { status, tokens } = await refreshTokens(place, learner.refreshToken);
      if (tokens === null) {
        fail(`renewal ${status}`);
        return;
      }
      seen.renewed += 1;
      learner.bearer = tokens.access_token;
      learner.refreshToken = tokens.refresh_token;
      reply = await ask();
    }
    if (!isFine(reply)) fail(problemOf(reply));
    await delay(CALL_EVERY_MS);
  }
}

/** Runs `./academy keys rotate` beside the academy, as an operator does. */
async function rotate(dataFolder: string, options: readonly string[]): Promise<void> {
  const args = ['keys', 'rotate', ...options, '--data', dataFolder];
  const env = { ...process.env, DATABASE_URL: '' };
  const child = spawn(join(ROOT, 'academy'), args, { env, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`./academy keys rotate ended with status ${code}`);
}
