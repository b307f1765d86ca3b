import { Agent, request } from 'node:http';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { callAddress } from '@academy/contract/rules/call-address';
import type { Connection } from '@academy/server/db/connect';
import { BENCH_TENANT } from '../courses.ts';
import { processorTime, processorTimeOfTree } from '../processor-time.ts';
import { percentile } from '../statistics.ts';
import type { PoolPerson } from './fill.ts';
import { type GrowthCall, type Input, nameOf } from './growth-call.ts';

const USUAL_TIMES = 200;
/** The first requests of a call are not counted: they read code and pages that are not in memory yet. */
const WARM_UP_SHARE = 0.1;
/** A call is given up after this time; what was measured by then counts, ms. */
const MAX_MS = 60_000;
/** A reply that takes longer is an error, ms. */
const REPLY_TIMEOUT_MS = 300_000;

/** Whom requests are made as, and where. */
export interface GrowthWorld {
  port: number;
  serverPid: number;
  databasePid: number | null;
  pool: Connection['pool'];
  courses: number;
  learners: readonly PoolPerson[];
  admins: readonly PoolPerson[];
  /** The access token of a person. */
  bearerOf(person: PoolPerson): string;
  /** Personal access token of an author. */
  token: string;
}

/** What one call took. */
export interface CallFigures {
  name: string;
  as: GrowthCall['as'];
  requests: number;
  /** ms */
  p50: number;
  /** ms */
  p99: number;
  /** Processor time of a request, ms; null where the system does not tell. */
  serverMs: number | null;
  databaseMs: number | null;
  /** The first reply that was no success; null when there was none. */
  failure: string | null;
}

/** A request that is ready to be sent. */
export interface Prepared {
  input: Input;
  bearer: string | null;
}

/**
 * Makes the requests of a call.
 *
 * @param run a text that is new in each run, for names that must be
 * @param max at most so many
 */
export async function requestsOf(call: GrowthCall, world: GrowthWorld, run: string, max: number): Promise<Prepared[]> {
  const count = Math.min(call.times ?? USUAL_TIMES, max);
  const { learners, admins } = world;
  // Requests without rows of their own go through the learners in turn.
  let rows: Record<string, string>[] = Array.from({ length: count }, (_, turn) => ({ turn: String(turn) }));
  if (call.rows !== undefined) {
    const text = call.rows.replaceAll('$1', String(count)).replaceAll('$2', `'${run}'`);
    // Of several statements the last one has the rows.
    const found: { rows: Record<string, unknown>[] }[] = [await world.pool.query(text)].flat();
    rows = (found.at(-1)?.rows ?? []).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    );
  }
  const prepared: Prepared[] = [];
  for (const [n, row] of rows.entries()) {
    const turn = Number(row.turn);
    const of = call.as === 'learner' ? learners : call.as === 'admin' ? admins : [];
    const caller = of.length === 0 ? null : (of[turn % of.length] ?? null);
    // As the filled data: a few courses are popular.
    const course = 1 + (Math.floor(world.courses * ((turn * 0.618) % 1) ** 3) % world.courses);
    const names = { email: caller?.email ?? '', firstName: caller?.firstName ?? '', lastName: caller?.lastName ?? '' };
    const input = (await call.input?.({ n, course, row, caller: names })) ?? {};
    prepared.push({
      input,
      bearer: call.as === 'author' ? world.token : caller === null ? null : world.bearerOf(caller),
    });
  }
  return prepared;
}

interface Reply {
  status: number;
  text: string;
}

/** Sends requests one after the other on one connection. */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  send({ call }: GrowthCall, { input, bearer }: Prepared): Promise<Reply> {
    const { body } = input;
    const payload = body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const headers: Record<string, string> = {
      host: `${BENCH_TENANT}.localhost:${this.#port}`,
      [TENANT_HEADER]: BENCH_TENANT,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(payload === null ? {} : { 'content-type': 'application/json', 'content-length': String(payload.length) }),
      ...input.headers,
    };
    return new Promise((done, refuse) => {
      const sent = request(
        {
          ...{ agent: this.#agent, host: '127.0.0.1', port: this.#port, method: call.method, headers },
          ...{ path: `${API_BASE_PATH}${callAddress(call, input)}`, timeout: REPLY_TIMEOUT_MS },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', refuse);
          response.on('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no reply in time')));
      sent.on('error', refuse);
      sent.end(payload ?? undefined);
    });
  }

  /** The same until the call says that its reply is the last one. @returns null, or why it was no success */
  async complete(call: GrowthCall, prepared: Prepared): Promise<string | null> {
    for (;;) {
      const { status, text } = await this.send(call, prepared).catch((error: Error) => ({
        status: 0,
        text: error.message,
      }));
      if (status < 200 || status > 299) return `${status} ${text.slice(0, 300)}`;
      if (call.isDone === undefined || call.isDone((JSON.parse(text) as { data: unknown }).data)) return null;
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;

/** Measures one call: its requests one after the other. */
export async function measureCall(
  call: GrowthCall,
  world: GrowthWorld,
  run: string,
  max: number,
): Promise<CallFigures> {
  const requests = await requestsOf(call, world, run, max);
  const warmUp = Math.floor(requests.length * WARM_UP_SHARE);
  const sender = new Sender(world.port);
  const used = () => ({
    server: processorTime(world.serverPid),
    database: world.databasePid === null ? null : processorTimeOfTree(world.databasePid),
  });
  try {
    let before = used();
    const times: number[] = [];
    let failure: string | null = requests.length === 0 ? 'there is nothing to request' : null;
    const end = performance.now() + MAX_MS;
    for (const [at, prepared] of requests.entries()) {
      if (at === warmUp) before = used();
      const began = performance.now();
      failure ??= await sender.complete(call, prepared);
      if (failure !== null) break;
      if (at >= warmUp) times.push(performance.now() - began);
      if (performance.now() > end && times.length > 0) break;
    }
    const after = used();
    const perRequest = (from: number | null, to: number | null) =>
      from === null || to === null ? null : rounded(((to - from) * 1000) / Math.max(1, times.length));
    return {
      ...{ name: nameOf(call), as: call.as, requests: times.length, failure },
      ...{ p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)) },
      serverMs: perRequest(before.server, after.server),
      databaseMs: perRequest(before.database, after.database),
    };
  } finally {
    sender.close();
  }
}
