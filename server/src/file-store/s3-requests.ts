import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Pieces, StoreProblem } from './file-store.ts';
import { bucketUrl, type S3Settings } from './file-store-settings.ts';

/** Requests at once, replies that are still being read included; more are refused. */
const MAX_UNDER_WAY = 256;
/** A store that says nothing for this long does not answer, ms. */
const SILENCE_MS = 5_000;
/** While a body travels, ms: readers that are slow pause it. */
const PAUSE_MS = 30_000;
/** Waits before further attempts, ms, each varied by half. */
const BACK_OFF_MS = [100, 400];
/** Bytes of a reply that is read as text. */
const MAX_TEXT = 4 * 1024 * 1024;
/** SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Codes of a store that asks to try again later. */
const PASSING = /^(?:SlowDown|RequestTimeout|InternalError|ServiceUnavailable|OperationAborted)$/;

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Name in the bucket; empty for the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: { hash: string; size: number; bytes: () => Pieces };
  signal?: AbortSignal | undefined;
  /** The clock that signs, ms since 1970. */
  now?: number;
}

/**
 * Signed requests to one bucket: bounded in number and time, repeated when the network or the store fails for a moment,
 * to the configured host only; redirects are not followed.
 */
export function s3Requests(settings: S3Settings) {
  const base = bucketUrl(settings);
  const credentials = {
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region: settings.region,
    service: 's3',
    /** Keys derived for one day. */
    cache: new Map<string, ArrayBuffer>(),
  };
  const { Agent, request } = base.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 8 });
  let underWay = 0;

  function addressOf(key: string, query: Readonly<Record<string, string>> = {}): URL {
    const url = new URL(key, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async function attempt({ method, key, query, headers, body, signal, now }: S3Request): Promise<IncomingMessage> {
    const signed = await new AwsV4Signer({
      ...credentials,
      method,
      url: addressOf(key, query).href,
      headers: { ...headers, 'x-amz-content-sha256': body?.hash ?? EMPTY },
      ...(now === undefined ? {} : { datetime: amzDate(now) }),
    }).sign();
    const sending = request(signed.url, {
      method,
      agent,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body === undefined ? {} : { 'content-length': body.size, 'content-type': 'application/octet-stream' }),
      },
      ...(signal === undefined ? {} : { signal }),
    });
    // Also after the reply: a connection that fails then has no other listener.
    sending.on('error', () => undefined);
    // A timer of its own: that of the socket begins when it is connected.
    // Of an upload, the last pieces may still travel, and the store writes what it got.
    const silence = setTimeout(() => sending.destroy(silent()), body === undefined ? SILENCE_MS : PAUSE_MS);
    try {
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
      answered.catch(() => undefined);
      if (body === undefined) sending.end();
      // What fails here ends the request, unless the store refused before it had read everything: its reply says why.
      else pipeline(Readable.from(watched(body.bytes(), () => silence.refresh())), sending).catch(() => undefined);
      const [response] = await answered;
      response.setTimeout(PAUSE_MS, () => response.destroy(silent()));
      return response;
    } finally {
      clearTimeout(silence);
    }
  }

  /** @throws StoreProblem for every status but 2xx */
  async function send(asked: S3Request): Promise<IncomingMessage> {
    for (let round = 0; ; round += 1) {
      let problem: StoreProblem;
      try {
        const response = await attempt(asked);
        const { statusCode: status = 0 } = response;
        if (status >= 200 && status < 300) return response;
        problem = problemOfReply(status, await textOf(response), asked, base);
      } catch (error) {
        if (asked.signal?.aborted) throw error;
        problem = problemOfNetwork(error, base);
      }
      const pause = BACK_OFF_MS[round];
      const isPassing =
        problem.status === 0 || problem.status >= 500 || problem.status === 429 || PASSING.test(problem.reason);
      if (!isPassing || pause === undefined) throw problem;
      await wait(pause * (0.5 + Math.random()), undefined, asked.signal === undefined ? {} : { signal: asked.signal });
    }
  }

  return {
    /** The reply with its body still to be read. @throws StoreProblem */
    async open(asked: S3Request): Promise<IncomingMessage> {
      if (underWay >= MAX_UNDER_WAY)
        throw new StoreProblem('too many requests to the content store are under way', { reason: 'busy' });
      underWay += 1;
      const tell = (outcome: StoreRequest['outcome']) =>
        requestsTold.publish({ method: asked.method, outcome } satisfies StoreRequest);
      try {
        const response = await send(asked);
        tell('done');
        return response.once('close', () => {
          underWay -= 1;
        });
      } catch (error) {
        underWay -= 1;
        // An aborted request is not counted; a missing file is an answer.
        if (error instanceof StoreProblem)
          tell(error.isMissing ? 'done' : error.status >= 400 && error.status < 500 ? 'refused' : 'failed');
        throw error;
      }
    },

    /** The reply as text. @throws StoreProblem */
    async ask(asked: S3Request): Promise<{ text: string; headers: IncomingMessage['headers'] }> {
      const response = await this.open(asked);
      return { text: await textOf(response), headers: response.headers };
    },

    /**
     * An address with which anybody reads a file until it ends.
     *
     * @param from when it begins, ms since 1970; equal beginnings make equal addresses
     */
    async addressUntil(key: string, from: number, seconds: number, reply: Record<string, string>): Promise<URL> {
      const url = addressOf(key, { 'X-Amz-Expires': String(seconds), ...reply }).href;
      const signer = new AwsV4Signer({ ...credentials, method: 'GET', url, signQuery: true, datetime: amzDate(from) });
      return (await signer.sign()).url;
    },

    close: () => agent.destroy(),
  };
}

const amzDate = (ms: number): string => new Date(ms).toISOString().replace(/[:-]|\.\d{3}/g, '');

/** Channel on which every request to the store is published, for the metrics. */
export const STORE_CHANNEL = 'academy.content-store';

/** How one request to the store went, repetitions included. */
export interface StoreRequest {
  method: S3Request['method'];
  /** `failed`: the store did not answer, or with an error of its own; `refused`: it answered with another error. */
  outcome: 'done' | 'refused' | 'failed';
}

const requestsTold = channel(STORE_CHANNEL);

const silent = () => new StoreProblem('it is silent', { reason: 'ETIMEDOUT' });

async function* watched(pieces: Pieces, onProgress: () => void): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of pieces) {
    onProgress();
    yield Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_TEXT) throw new StoreProblem('its reply is too long', { reason: 'too-long' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function problemOfReply(status: number, text: string, { method, key }: S3Request, base: URL): StoreProblem {
  const reason = /<Code>(\w{1,80})<\/Code>/.exec(text)?.[1] ?? (status === 404 ? 'NoSuchKey' : `HTTP ${status}`);
  return new StoreProblem(`the content store at ${base.host} refused ${method} ${key}: ${reason}`, { reason, status });
}

function problemOfNetwork(error: unknown, base: URL): StoreProblem {
  const { reason, code, message } = error as { reason?: string; code?: string; message?: string };
  return new StoreProblem(`the content store at ${base.host} does not answer: ${reason ?? code ?? message}`, {
    reason: reason ?? code ?? 'network',
    cause: error,
  });
}
