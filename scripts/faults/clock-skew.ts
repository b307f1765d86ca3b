import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startAcademy } from '@academy/bench/academy';
import { BENCH_TENANT } from '@academy/bench/courses';
import { exchangeCode, refreshTokens, type SignInPlace, signInForCode, signInForTokens } from '@academy/bench/people';
import { getMyAccess } from '@academy/contract/people';
import type { Fault, FaultFigure, FaultRun } from './fault.ts';
import { prepareAcademy, publicPlace, sharedSettings } from './support/academies.ts';
import { withCleanup } from './support/cleanup.ts';
import { clientOf, isFine } from './support/client.ts';
import { figure } from './support/figures.ts';
import { type Learners, signInMany } from './support/learners.ts';
import { startPostgres } from './support/postgres.ts';
import { freePort } from './support/programs.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';
import { checkLedger, writerPool } from './support/writes.ts';

/** How far the clock of one server is ahead of the database and of the other server, seconds. */
const LONG = [30, -30, 120, -120, 900, -900];
const SHORT = [30, -120];
/** Everything holds up to this difference: an authorization code is valid for a minute. */
const ALL_HOLD_S = 30;
/** Tokens hold up to this difference: an access token is valid for ten minutes. */
const TOKENS_HOLD_S = 120;

export const clockSkew: Fault = {
  name: 'clock-skew',
  title:
    'The clock of one of two servers is wrong by seconds and minutes; what still holds is counted, and nothing fails in another way.',
  run: (given) =>
    withCleanup(async (later) => {
      const library = fakeTimeLibrary();
      if (library === null) return { skipped: 'The library libfaketime is not installed.' };
      const postgres = await startPostgres(join(given.folder, 'postgres'));
      later.add(() => postgres.stop());
      const databaseUrl = postgres.connectionString;
      const { academy, lessons } = await prepareAcademy(given.folder, databaseUrl, { courses: 1, learners: 0 });
      await academy.stop();

      const [rightPort, wrongPort] = [await freePort(), await freePort()];
      const proxy = await startTcpProxy(rightPort);
      later.add(() => proxy.close());
      const place = publicPlace(proxy.port, 'http');
      const env = sharedSettings(databaseUrl, place);
      const right = await startAcademy(join(given.folder, 'right'), rightPort, { env });
      later.add(() => right.stop());
      const learners = await signInMany(place, databaseUrl, 1);
      const pool = writerPool(learners.all, lessons);

      const figures: FaultFigure[] = [];
      for (const seconds of given.long ? LONG : SHORT) {
        const clock = wrongClock(library, signed(seconds));
        const wrong = await startAcademy(join(given.folder, 'wrong'), wrongPort, { env: { ...env, ...clock } });
        try {
          figures.push(...(await compare({ seconds, place, proxy, rightPort, wrongPort, learners, pool }, given)));
        } finally {
          await wrong.stop();
          await proxy.leadTo(rightPort);
        }
      }
      const ledger = await checkLedger(databaseUrl, pool.acknowledged);
      figures.push(figure('lost and doubled', ledger.lost + ledger.doubled, 'writes', { exactly: 0 }));
      return { figures };
    }),
};

interface Pair {
  seconds: number;
  place: SignInPlace;
  /** Both servers have its address. */
  proxy: TcpProxy;
  rightPort: number;
  wrongPort: number;
  learners: Learners;
  pool: ReturnType<typeof writerPool>;
}

/** What one server gave out and the other one is shown, in both directions. */
async function compare(pair: Pair, { log }: FaultRun): Promise<FaultFigure[]> {
  const { seconds, place, proxy, rightPort, wrongPort, learners, pool } = pair;
  const [learner] = learners.all;
  if (learner === undefined) throw new Error('there are no learners');
  const { email, password } = learner;
  const client = clientOf(proxy.port);
  const odd: string[] = [];
  const access = async (bearer: string) => {
    const reply = await client.call(getMyAccess, { tenantId: BENCH_TENANT, bearer });
    if (reply.status !== 200 && reply.status !== 401) odd.push(`a call was answered ${reply.status}`);
    return reply.status === 200;
  };
  const held = { token: 0, code: 0, renewal: 0 };
  let own = 0;
  try {
    for (const [from, to] of [
      [rightPort, wrongPort],
      [wrongPort, rightPort],
    ] as const) {
      await proxy.leadTo(from);
      const tokens = await signInForTokens(place, email, password);
      // The one who writes, with the token of this server.
      learner.bearer = tokens.access_token;
      own += Number((await access(tokens.access_token)) && isFine(await pool.writeOne(client)));
      const code = await signInForCode(place, email, password);
      await proxy.leadTo(to);
      held.token += Number(await access(tokens.access_token));
      for (const [what, asked] of [
        ['code', exchangeCode(place, code)],
        ['renewal', refreshTokens(place, tokens.refresh_token)],
      ] as const) {
        const { status, tokens: given } = await asked;
        if (given === null && status !== 400) odd.push(`a ${what} was answered ${status}`);
        held[what] += given === null ? 0 : 1;
      }
    }
  } finally {
    client.close();
  }
  if (odd.length > 0) log(`${signed(seconds)}: ${odd.join(', ')}`);
  const off = Math.abs(seconds);
  const both = (name: string, value: number, holds: boolean) =>
    figure(`${signed(seconds)}: ${name}`, value, 'of 2', holds ? { exactly: 2 } : undefined);
  return [
    both('servers where people sign in and write', own, true),
    both('tokens that the other server accepts', held.token, off <= TOKENS_HOLD_S),
    both('codes that the other server accepts', held.code, off <= ALL_HOLD_S),
    both('sessions that the other server renews', held.renewal, off <= TOKENS_HOLD_S),
    figure(`${signed(seconds)}: answers that are neither fine nor a refusal`, odd.length, '', { exactly: 0 }),
  ];
}

/** Where Debian's package faketime lies; its command would stay in front of the server and get its signals. */
function fakeTimeLibrary(): string | null {
  const [library = null] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  return library;
}

/** Durations stay right: only what a server takes for the time of day is shifted. */
const wrongClock = (library: string, offset: string) => ({
  LD_PRELOAD: library,
  FAKETIME: offset,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

const signed = (seconds: number): string => `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`;
