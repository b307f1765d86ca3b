import * as v from 'valibot';
import { LabFailure } from '../lab-provider.ts';
import { digestOf, signed } from './letters.ts';
import { type Answer, ProblemSchema, QUESTIONS, type Question, type QuestionName, questionPath } from './protocol.ts';

/** Where a lab host is reached. */
export interface LabHostPlace {
  /** For operators, unique among the hosts of an academy. */
  name: string;
  /** `http://10.0.0.11:4000` */
  address: string;
  /** Signs what is asked of it. */
  secret: string;
}

/** Longest waits for answers, ms: a start unpacks files and runs scripts, an end stores files, events are waited for. */
const USUAL_MS = 8_000;
const WAITS_MS: Partial<Record<QuestionName, number>> = {
  health: 2_000,
  start: 290_000,
  terminate: 20_000,
  endAll: 20_000,
  close: 20_000,
  events: 30_000,
};
const PACK_MS = 120_000;
/** The status of a host for what is asked of another one at its address. */
const OTHER_HOST = 410;

/**
 * Asks a lab host.
 *
 * @param hostId of the host that is meant
 * @returns null when there is another host at its address now
 * @throws LabFailure when it does not answer, or cannot do it
 */
export async function askHost<Q extends QuestionName>(
  { address, secret }: LabHostPlace,
  hostId: string,
  name: Q,
  question: Question<Q>,
  signal?: AbortSignal,
): Promise<{ answer: Answer<Q> } | null> {
  const body = JSON.stringify(question);
  const path = questionPath(hostId, name);
  const late = AbortSignal.timeout(WAITS_MS[name] ?? USUAL_MS);
  const response = await fetching(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed(secret, path, digestOf(body)) },
    body,
    signal: signal === undefined ? late : AbortSignal.any([late, signal]),
  });
  if (response.status === OTHER_HOST) return null;
  const reply: unknown = await response.json().catch(() => null);
  const refused = v.safeParse(ProblemSchema, reply);
  if (refused.success) throw new LabFailure(refused.output.problem, refused.output.detail);
  const read = v.safeParse(v.object({ answer: QUESTIONS[name].answer }), reply);
  if (!response.ok || !read.success)
    throw new LabFailure('unavailable', `the lab host ${address} answered with ${response.status}`);
  return read.output as { answer: Answer<Q> };
}

/** Sends a pack that a lab host lacks. @throws LabFailure */
export async function sendPack(
  { address, secret }: LabHostPlace,
  hostId: string,
  hash: string,
  packed: Buffer,
): Promise<void> {
  const path = questionPath(hostId, `packs/${hash}`);
  const response = await fetching(`${address}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...signed(secret, path, hash) },
    body: new Uint8Array(packed),
    signal: AbortSignal.timeout(PACK_MS),
  });
  if (!response.ok) throw new LabFailure('unavailable', `the lab host ${address} took no files: ${response.status}`);
}

async function fetching(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error' });
  } catch (error) {
    throw new LabFailure('unavailable', `the lab host at ${new URL(url).origin} does not answer`, { cause: error });
  }
}
