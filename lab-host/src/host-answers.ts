import type { IncomingMessage, ServerResponse } from 'node:http';
import { LAB_FILES_LIMITS } from '@academy/contract/lab-files';
import { digestOf, signedDigest } from '@academy/labs/lab-hosts/letters';
import {
  ANY_HOST,
  type Answer,
  isQuestion,
  QUESTIONS,
  type Question,
  type QuestionName,
} from '@academy/labs/lab-hosts/protocol';
import { LabFailure } from '@academy/labs/lab-provider';
import * as v from 'valibot';
import type { PackStore } from './lab-files/pack-store.ts';

/** Most bytes of a question: the files of a lab and those of its learner. */
const MAX_QUESTION_BYTES = 32_000_000;
const MAX_PACK_BYTES = LAB_FILES_LIMITS.packedBytes;
/** Answered to everybody, without a word about the host. */
const ALIVE = '/health/live';
const PATH = /^\/lab-host\/([0-9a-f-]{36}|any)\/(?:([a-zA-Z]{1,20})|packs\/([0-9a-f]{64}))$/;

/** The answer to each question; `left` is aborted when the asker has left. */
export type HostAnswers = {
  [Q in QuestionName]: (question: Question<Q>, left: AbortSignal) => Answer<Q> | Promise<Answer<Q>>;
};

interface AnsweringOptions {
  hostId: string;
  /** Any of them signs questions. */
  secrets: readonly string[];
  answers: HostAnswers;
  packs: PackStore;
  onFailure: (error: unknown, what: string) => void;
}

/** Answers what servers ask of a lab host. To everybody else there is nothing but that it is alive. */
export function answering({ hostId, secrets, answers, packs, onFailure }: AnsweringOptions) {
  let askedAt = performance.now();

  /** @returns the reply, or the status of a refusal */
  async function replyTo(request: IncomingMessage, left: AbortSignal): Promise<object | number> {
    const { method, headers } = request;
    const path = request.url ?? '';
    if (path === ALIVE && method === 'GET') return { status: 'alive' };
    const [, to, name = '', hash] = PATH.exec(path) ?? [];
    const digest = signedDigest(secrets, path, headers);
    if (to === undefined || digest === null || (hash ?? digest) !== digest) return 404;
    if (method !== (hash === undefined ? 'POST' : 'PUT')) return 404;
    const body = await bodyOf(request, hash === undefined ? MAX_QUESTION_BYTES : MAX_PACK_BYTES);
    if (body === null || digestOf(body) !== digest) return 404;
    askedAt = performance.now();
    if (to !== hostId && !(to === ANY_HOST && name === 'health')) return 410;
    if (hash !== undefined) {
      await packs.keep(hash, body);
      return { answer: null };
    }
    return isQuestion(name) ? answerTo(name, body, left) : 404;
  }

  async function answerTo<Q extends QuestionName>(name: Q, body: Buffer, left: AbortSignal): Promise<object | number> {
    const asked = v.safeParse(QUESTIONS[name].asks, JSON.parse(String(body)));
    if (!asked.success) return 400;
    try {
      return { answer: await answers[name](asked.output as Question<Q>, left) };
    } catch (error) {
      if (!(error instanceof LabFailure)) throw error;
      if (error.problem === 'provider-error') onFailure(error, 'a lab host could not do what it was asked for');
      return { problem: error.problem, detail: error.message };
    }
  }

  return {
    askedAt: () => askedAt,

    serve(request: IncomingMessage, response: ServerResponse): void {
      const left = new AbortController();
      response.on('close', () => left.abort());
      replyTo(request, left.signal)
        .catch((error: unknown) => {
          onFailure(error, 'a question to the lab host failed');
          return 500;
        })
        .then((reply) => send(request, response, reply))
        .catch((error: unknown) => onFailure(error, 'a reply of the lab host could not be sent'));
    },
  };
}

function send(request: IncomingMessage, response: ServerResponse, reply: object | number): void {
  if (response.destroyed) return;
  if (!request.complete) response.shouldKeepAlive = false;
  const body = JSON.stringify(typeof reply === 'number' ? {} : reply);
  response.writeHead(typeof reply === 'number' ? reply : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** @returns null when it is too large */
async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += (piece as Buffer).length;
    if (bytes > maxBytes) return null;
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}
