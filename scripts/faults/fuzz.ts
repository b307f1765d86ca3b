import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';
import type { Call } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { envelopeSchema } from '@academy/contract/envelope';
import { bodySchema, type JsonSchema, type Parameter, parametersOf } from '@academy/server/api-reference/json-schemas';
import * as v from 'valibot';
import type { Fault, FaultRun } from './fault.ts';
import { type Actors, ROLES, type Role, rolesFor, signInActors } from './load-support/actors.ts';
import { brokenJson, hostileText, mutated } from './load-support/hostile-values.ts';
import { type MeasuredAcademy, startMeasured } from './load-support/measured-academy.ts';
import { type Random, randomOf, seedOfRun } from './load-support/random.ts';
import { rawRequests } from './load-support/raw-requests.ts';
import { sendRaw } from './load-support/sockets.ts';
import { watchStalls } from './load-support/stalls.ts';
import { KnownValues, validValue } from './load-support/valid-values.ts';
import { figure } from './support/figures.ts';

const TENANTS = ['spring', 'kube', 'tanzu'] as const;
/** Requests at the same time: more would only measure overload. */
const AT_ONCE = 12;
const RAW_AT_ONCE = 64;
/** Requests end sessions: a role signs in again after so many refusals. */
const RENEW_AFTER = 12;
/** Access tokens are valid for ten minutes; a role signs in again well before, ms. */
const RENEW_EVERY_MS = 5 * 60_000;
/** Calls that end sessions or accounts are made this many times less often than others. */
const RARE = 12;
const ENDING: ReadonlySet<string> = new Set(['endSessions', 'deleteAccount']);
/** Calls that refuse with 503 by design while others of their kind run, even without load. */
const ONE_AT_A_TIME: ReadonlySet<string> = new Set(['exportAccount']);
/** A reply that takes longer counts as missing, ms. */
const REPLY_TIMEOUT_MS = 30_000;
/** The run ends after this long even when requests are left, ms. */
const MAX_MS = 8 * 60_000;

/** Examples of each finding in the log. */
const SHOWN = 10;

/** What no reply may show: places of the program, messages of the database, keys. */
const INTERNALS = [
  /\n\s+at .{1,200}:\d+:\d+/,
  /\\n\s+at .{1,200}:\d+:\d+/,
  /node_modules\//,
  /Failed query:/,
  /violates (?:unique|foreign key|check|not-null) constraint/,
  /invalid input syntax for type/,
  /postgres(?:ql)?:\/\/\w+:/,
  /BEGIN (?:RSA |EC )?PRIVATE KEY/,
];

interface Outgoing {
  call: Call | null;
  role: Role;
  tenantId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

interface Incoming {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** What was found, each with the first examples for the log. */
interface Findings {
  serverErrors: string[];
  refusedByLoad: string[];
  brokenContracts: string[];
  leaks: string[];
  lost: string[];
}

export const fuzz: Fault = {
  name: 'fuzz',
  title: 'Hostile requests, made from the contract and below it, are refused without an error of the server.',
  async run(given) {
    const seed = seedOfRun();
    given.log(`Seed ${seed}: with FAULT_SEED=${seed} the next run sends the same`);
    const counts = given.long ? { calls: 100_000, raw: 20_000 } : { calls: 3_000, raw: 600 };
    const academy = await startMeasured(join(given.folder, 'data'));
    try {
      const findings: Findings = { serverErrors: [], refusedByLoad: [], brokenContracts: [], leaks: [], lost: [] };
      const actors = await signInActors(academy);
      const stalls = watchStalls(academy);
      const statuses = new Map<string, number>();
      const sending = { seed, deadline: performance.now() + MAX_MS, findings, statuses, log: given.log };
      const sent = await sendCalls(academy, actors, { ...sending, count: counts.calls });
      const sentRaw = await sendRaws(academy, actors, { ...sending, count: counts.raw });
      const { longest, longestOfItsOwn } = await stalls.stop();
      const isAlive = academy.isRunning() && (await isLive(academy));
      const errors = await academy.unexpectedErrors();
      for (const line of errors.slice(0, SHOWN)) given.log(`In the log: ${line.slice(0, 1_500)}`);
      for (const [kind, examples] of Object.entries(findings) as [string, string[]][])
        for (const example of examples.slice(0, SHOWN)) given.log(`${kind}: ${example}`);
      const replies = [...statuses].sort().map(([status, count]) => `${status} x ${count}`);
      given.log(`Replies: ${replies.join(', ')}`);
      const none = { exactly: 0 };
      return {
        figures: [
          figure('seed', seed, ''),
          figure('requests from the contract', sent, '', { exactly: counts.calls }),
          figure('raw requests', sentRaw, '', { exactly: counts.raw }),
          figure('replies of 5xx', findings.serverErrors.length, 'replies', none),
          figure('refused by load or limits', findings.refusedByLoad.length, 'replies', none),
          figure('exits', isAlive ? 0 : 1, '', none),
          figure('errors in the log', errors.length, 'lines', none),
          figure('replies against their contract', findings.brokenContracts.length, 'replies', none),
          figure('secrets or stack traces in replies', findings.leaks.length, 'replies', none),
          figure('requests without a reply', findings.lost.length, 'requests', none),
          figure('longest stall, waiting for a processor included', longest, 'ms'),
          figure('longest stall', Math.max(0, longestOfItsOwn), 'ms', { max: 200 }),
        ],
      };
    } finally {
      await academy.stop();
    }
  },
};

interface Sending extends Pick<FaultRun, 'log'> {
  seed: number;
  count: number;
  /** When no further request is sent, on the clock of `performance.now`. */
  deadline: number;
  findings: Findings;
  statuses: Map<string, number>;
}

/** Requests made from the schemas of the contract. */
async function sendCalls(academy: MeasuredAcademy, actors: Actors, sending: Sending): Promise<number> {
  const { count, deadline, findings, statuses, log, seed } = sending;
  const known = new KnownValues();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const described = CALLS.map((call) => ({ call, parameters: parametersOf(call), body: bodySchema(call) }));
  const sessions = new Map(ROLES.map((role) => [role, { refusals: 0, since: performance.now() }]));
  let next = 0;
  let renewing: Promise<void> = Promise.resolve();
  const worker = async () => {
    while (next < count && performance.now() < deadline && academy.isRunning()) {
      const index = next++;
      // What one request is depends on its number alone, and on what replies have shown so far.
      const random = randomOf(seed + index * 7_919);
      let chosen = random.pick(described);
      while (ENDING.has(chosen.call.name) && !random.oneIn(RARE)) chosen = random.pick(described);
      await renewing;
      const outgoing = outgoingOf(chosen, actors, random, known);
      const incoming = await send(academy.port, agent, outgoing);
      const session = sessions.get(outgoing.role) ?? { refusals: 0, since: 0 };
      if (incoming?.status === 401) session.refusals += 1;
      if (session.refusals > RENEW_AFTER || performance.now() - session.since > RENEW_EVERY_MS) {
        sessions.set(outgoing.role, { refusals: 0, since: performance.now() });
        renewing = actors.renew(outgoing.role);
      }
      judge(outgoing, incoming, actors, findings, known);
      count1(statuses, incoming === null ? 'none' : String(incoming.status));
      if (index % 10_000 === 9_999) log(`${index + 1} of ${count} requests from the contract`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    agent.destroy();
  }
  return Math.min(next, count);
}

function count1(statuses: Map<string, number>, status: string): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

interface Described {
  call: Call;
  parameters: readonly Parameter[];
  body: JsonSchema | null;
}

function outgoingOf(
  { call, parameters, body }: Described,
  actors: Actors,
  random: Random,
  known: KnownValues,
): Outgoing {
  const role = random.oneIn(5) ? random.pick(ROLES) : random.pick(rolesFor(call));
  const tenantId = random.pick(TENANTS);
  const isValid = random.oneIn(3);
  const values = (where: Parameter['in']) =>
    parameters
      .filter((one) => one.in === where && (one.required || random.oneIn(3)))
      .map(({ name, schema }): [string, string] => {
        const value = validValue(schema, name, random, known);
        if (!isValid && random.oneIn(3)) return [name, hostileText(random)];
        return [name, Array.isArray(value) ? value.join(',') : String(value)];
      });
  const query = values('query');
  if (!isValid && random.oneIn(6)) query.push([hostileText(random), hostileText(random)]);
  if (!isValid && random.oneIn(10) && query[0] !== undefined) query.push(query[0]);
  const params = new Map(values('path'));
  const path = call.path.replace(
    /:(\w+)/g,
    (_all, name: string) => encoded(params.get(name) ?? hostileText(random)) || '-',
  );
  const address = `${API_BASE_PATH}${path}${query.length === 0 ? '' : `?${query.map((pair) => pair.map(encoded).join('=')).join('&')}`}`;
  const bearer = actors.bearerOf(role, tenantId);
  const headers: Record<string, string> = {
    host: `${tenantId}.localhost`,
    ...(call.tenant || random.oneIn(4) ? { [TENANT_HEADER]: random.oneIn(40) ? 'nobody' : tenantId } : {}),
    ...(bearer === null ? {} : { authorization: `Bearer ${random.oneIn(60) ? bearer.slice(0, -3) : bearer}` }),
    ...Object.fromEntries(values('header').map(([name, value]) => [name, visible(value)])),
    ...(random.oneIn(10) ? { 'accept-language': visible(hostileText(random)) } : {}),
    ...(random.oneIn(10) ? { 'accept-encoding': visible(hostileText(random)) } : {}),
    ...(random.oneIn(20) ? { 'if-none-match': visible(hostileText(random)) } : {}),
  };
  const payload = payloadOf(call, body, isValid, random, known);
  if (payload !== null) {
    const { type, bytes } = payload;
    headers['content-type'] = type;
    headers['content-length'] = String(bytes.length);
  }
  return {
    call,
    role,
    tenantId,
    method: call.method,
    path: address.slice(0, 12_000),
    headers,
    body: payload?.bytes ?? null,
  };
}

function payloadOf(call: Call, schema: JsonSchema | null, isValid: boolean, random: Random, known: KnownValues) {
  if (call.body === 'stream') {
    const bytes = Buffer.from(Array.from({ length: random.below(2_000) }, () => random.below(256)));
    return { type: random.oneIn(4) ? 'application/json' : 'application/gzip', bytes };
  }
  if (schema === null) {
    return random.oneIn(8)
      ? { type: 'application/json', bytes: Buffer.from(JSON.stringify(mutated({}, random))) }
      : null;
  }
  const value = validValue(schema, '', random, known);
  const text = JSON.stringify(isValid ? value : mutated(value, random)) ?? '';
  if (call.form && random.oneIn(3)) {
    const form = Object.entries(Object(value)).map((pair) => pair.map((one) => encoded(String(one))).join('='));
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(form.join('&')) };
  }
  if (!isValid && random.oneIn(10)) return { type: 'application/json', bytes: brokenJson(text, random) };
  const type = random.oneIn(40)
    ? random.pick(['text/plain', 'application/json; charset=latin1', 'multipart/form-data', '*/*'])
    : 'application/json';
  return { type, bytes: Buffer.from(text) };
}

/** Percent encoding that also encodes half characters, as three bytes each. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return [...text].map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80')).join('');
  }
}

/** What the client's library lets pass as a header. */
const visible = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 4_000);

function send(port: number, agent: Agent, outgoing: Outgoing): Promise<Incoming | null> {
  const { method, path, headers, body } = outgoing;
  return new Promise((settle) => {
    const options = { host: '127.0.0.1', port, agent, method, path, headers, timeout: REPLY_TIMEOUT_MS };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => settle(null));
      response.on('end', () =>
        settle({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('timeout', () => request.destroy());
    // A body that is refused by its length is not read: the client may see the connection end before the reply.
    request.on('error', (error: NodeJS.ErrnoException) => settle(error.code === 'EPIPE' ? REFUSED_UNREAD : null));
    request.end(body ?? undefined);
  });
}

const REFUSED_UNREAD: Incoming = { status: 0, headers: {}, body: Buffer.alloc(0) };

function judge(
  outgoing: Outgoing,
  incoming: Incoming | null,
  actors: Actors,
  findings: Findings,
  known: KnownValues,
): void {
  const { call, role, method, path, body } = outgoing;
  const said = `${role} ${method} ${path.slice(0, 300)} ${body === null ? '' : body.toString('utf8', 0, 400)}`;
  if (incoming === null) {
    findings.lost.push(said);
    return;
  }
  const text = incoming.body.toString('utf8');
  judgeText(text, said, actors, findings);
  if (incoming.status >= 500 && !(incoming.status === 503 && ONE_AT_A_TIME.has(call?.name ?? ''))) {
    const isLoad = incoming.status === 503 && incoming.headers['retry-after'] !== undefined;
    findings[isLoad ? 'refusedByLoad' : 'serverErrors'].push(`${incoming.status} ${said} -> ${text.slice(0, 300)}`);
  }
  if (incoming.status === 429) findings.refusedByLoad.push(`429 ${said}`);
  if (incoming.status < 200 || incoming.status >= 300 || call === null || call.answers !== 'envelope') return;
  try {
    const reply: unknown = JSON.parse(text);
    const result = v.safeParse(envelopeSchema(call.reply), reply);
    if (!result.success) {
      const [issue] = result.issues;
      findings.brokenContracts.push(`${call.name}: ${v.getDotPath(issue)} ${issue.message} <- ${said}`);
    }
    known.learn(reply);
  } catch {
    findings.brokenContracts.push(`${call.name}: no JSON <- ${said}`);
  }
}

function judgeText(text: string, said: string, actors: Actors, findings: Findings): void {
  const shown = INTERNALS.find((pattern) => pattern.test(text));
  const secret = actors.secrets().some((one) => text.includes(one)) || text.includes(`${ROOT}/`);
  if (shown !== undefined || secret) findings.leaks.push(`${shown ?? 'a secret'} <- ${said} -> ${text.slice(0, 400)}`);
}

/** Requests below HTTP, against pages, the provider, files and calls. */
async function sendRaws(academy: MeasuredAcademy, actors: Actors, sending: Sending): Promise<number> {
  const { count, deadline, findings, statuses, seed, log } = sending;
  const bearer = actors.bearerOf('learner', 'spring') ?? '';
  let next = 0;
  const worker = async () => {
    while (next < count && performance.now() < deadline && academy.isRunning()) {
      const index = next++;
      const raw = rawRequests(randomOf(seed + 1 + index * 104_729), bearer);
      const reply = await sendRaw(academy.port, raw);
      if (reply.statuses.length === 0) count1(statuses, 'raw without a reply');
      const said = `raw ${index}: ${raw.pieces[0]?.toString('latin1', 0, 300).replaceAll('\r\n', ' | ')}`;
      judgeText(reply.text, said, actors, findings);
      for (const status of reply.statuses) {
        count1(statuses, `raw ${status}`);
        if (status === 503 && /\r\nretry-after:/i.test(reply.text)) findings.refusedByLoad.push(said);
        else if (status >= 500 || status === 429)
          findings[status === 429 ? 'refusedByLoad' : 'serverErrors'].push(`${status} ${said}`);
      }
      if (index % 5_000 === 4_999) log(`${index + 1} of ${count} raw requests`);
    }
  };
  await Promise.all(Array.from({ length: RAW_AT_ONCE }, worker));
  return Math.min(next, count);
}

async function isLive({ port }: MeasuredAcademy): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}
