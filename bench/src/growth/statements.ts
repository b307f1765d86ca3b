import { setTimeout as sleep } from 'node:timers/promises';
import { type Explained, type PlanLog, type Scan, scansIn } from './explain.ts';
import { type GrowthCall, nameOf } from './growth-call.ts';
import { type GrowthWorld, type Prepared, requestsOf, Sender } from './measure.ts';
import type { Recorded } from './recorded.ts';

/** Requests of each call: a prepared statement may get another plan at the sixth. */
const REQUESTS = 7;
/** A call that takes longer is not requested again, ms. */
const MAX_MS = 20_000;
/** The database's log is written by a process of its own, a moment later, ms. */
const LOG_DELAY_MS = 30;

/** Calls that read whole tables because their reply holds them. */
export const MAY_SCAN: Readonly<Record<string, string>> = {
  exportPeople: 'its file holds everybody',
  exportCertificates: 'its file holds all certificates of the academy',
  exportTokens: 'its file holds all tokens of the academy',
  exportAuditEvents: 'its file holds the whole log',
  exportFeedback: 'its file holds all feedback of the academy',
  exportLabSessions: 'its file holds all labs of the academy',
  exportContactMessages: 'its file holds all messages of the academy',
  exportEmails: 'its file holds all addresses',
  exportVoucherRequests: 'its file holds all requests of the academy',
  exportWebhookDeliveries: 'its file holds all deliveries of the academy',
};

/**
 * Tables that are read as a whole once for each version of the catalogue, and kept in memory; and sums by day or week,
 * which courses make long and learners do not.
 */
const CATALOGUE: ReadonlySet<string> = new Set([
  'content_item',
  'lesson',
  'content_version',
  'statistic',
  'question_statistic',
  'page_view',
]);
/** A statement about learners is sent for each of them: it must not read the catalogue. */
const ABOUT_LEARNERS = /\b(favorite|progress_event|knowledge_check_attempt|review_question)\b/;
/** Except for those whose numbers are about all courses. */
const ABOUT_ALL_COURSES: ReadonlySet<string> = new Set(['getStats', 'keeping statistics']);

/** What may read many rows by an index, because it is about all of them. */
const MAY_FIND_MANY: Readonly<Record<string, string>> = {
  getStats: 'counts what happened in a period; is made in the background and kept',
  'keeping statistics': 'counts all events of some learners',
  'deleting expired sign-in data': 'compares two indexes of sessions',
  'searchPeople, a name': 'finds parts of words in names, and counts up to 10,000 people',
  'sending notifications': 'looks at what the learners of a batch did lately',
  listRatings: 'adds up all ratings of the academy',
};

/** A statement of a call or of background work, with the plan of its longest run. */
export interface KnownStatement extends Explained {
  sentFor: string;
  scans: Scan[];
}

/** A statement that reads too much of a large table, although its call must not. */
export interface ForbiddenScan extends Scan {
  sentFor: string;
  ms: number;
  text: string;
}

/** Makes some requests of each call, at most so many, and keeps the plans of all statements. */
export async function explainCalls(
  calls: readonly GrowthCall[],
  world: GrowthWorld,
  plans: PlanLog,
  max: number,
  onFailure: (name: string, failure: string) => void,
): Promise<{ during: string; statement: Explained }[]> {
  const sender = new Sender(world.port);
  const found: { during: string; statement: Explained }[] = plans
    .next()
    .map((statement) => ({ during: 'the start', statement }));
  try {
    for (const call of calls) {
      const name = nameOf(call);
      const run = `explain-${name}-${Date.now().toString(36)}-`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const count = Math.min(call.together ?? REQUESTS, max);
      const requests = await requestsOf(call, world, run, count).catch((error: unknown) => {
        onFailure(name, String(error));
        return [];
      });
      if (requests.length === 0) onFailure(name, 'there is nothing to request');
      const failure = await (call.together === undefined
        ? sendInTurn(sender, call, requests)
        : sendTogether(world.port, call, requests));
      if (failure !== null) onFailure(name, failure);
      await sleep(LOG_DELAY_MS);
      for (const statement of plans.next()) found.push({ during: name, statement });
    }
  } finally {
    sender.close();
  }
  return found;
}

/** @returns the first failure; null: none */
async function sendInTurn(sender: Sender, call: GrowthCall, requests: readonly Prepared[]): Promise<string | null> {
  const end = performance.now() + MAX_MS;
  for (const prepared of requests) {
    const failure = await sender.complete(call, prepared);
    if (failure !== null || performance.now() > end) return failure;
  }
  return null;
}

/** All at the same time, so that the server makes one statement of them. @returns the first failure; null: none */
async function sendTogether(port: number, call: GrowthCall, requests: readonly Prepared[]): Promise<string | null> {
  const senders = requests.map((prepared) => ({ prepared, sender: new Sender(port) }));
  try {
    const failures = await Promise.all(senders.map(({ sender, prepared }) => sender.complete(call, prepared)));
    return failures.find((failure) => failure !== null) ?? null;
  } finally {
    for (const { sender } of senders) sender.close();
  }
}

/**
 * Ascribes statements to the calls and works that sent them. One that the server did not record, such as that of a foreign
 * key, belongs to the call that was made meanwhile.
 */
export function knownStatements(
  found: readonly { during: string; statement: Explained }[],
  { senders }: Recorded,
  sizes: ReadonlyMap<string, number>,
): KnownStatement[] {
  const longest = new Map<string, KnownStatement>();
  for (const { during, statement } of found) {
    const names = senders.get(statement.text);
    const isOfCall = names === undefined || names.has(during.replace(/,.*/, ''));
    for (const sentFor of isOfCall ? [during] : names) {
      const key = `${sentFor}\n${statement.text}`;
      const known = longest.get(key);
      const scans = scansIn(statement.plan, sizes);
      if (known === undefined || statement.ms > known.ms || scans.length > known.scans.length)
        longest.set(key, { ...statement, sentFor, scans });
    }
  }
  return [...longest.values()];
}

const nameIn = (sentFor: string): string => sentFor.split(',')[0] ?? '';

/** The scans that fail a bench. */
export function forbiddenScans(statements: readonly KnownStatement[]): ForbiddenScan[] {
  return statements
    .filter(({ sentFor }) => !(nameIn(sentFor) in MAY_SCAN || sentFor in MAY_SCAN))
    .flatMap(({ sentFor, ms, text, scans }) => {
      const isOfCatalogue = !ABOUT_LEARNERS.test(text) || ABOUT_ALL_COURSES.has(nameIn(sentFor));
      return scans
        .filter(({ table }) => !(CATALOGUE.has(table) && isOfCatalogue))
        .filter(({ how }) => how === 'Seq Scan' || !(nameIn(sentFor) in MAY_FIND_MANY || sentFor in MAY_FIND_MANY))
        .map((scan) => ({ ...scan, sentFor, ms, text }));
    });
}
