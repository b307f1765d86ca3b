import { Agent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';

/** How one request ended. */
export interface Reply {
  /** HTTP status; 0: no answer came. */
  status: number;
  text: string;
  /** Until the last byte, ms. */
  ms: number;
  /** Why no answer came. */
  error: string;
}

interface CallChoices {
  tenantId: string;
  /** Access token. */
  bearer?: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  idempotencyKey?: string;
}

/** Requests over kept connections, each sent once: a client without retries shows every failure. */
export interface Client {
  call(call: { method: string; path: string }, choices: CallChoices): Promise<Reply>;
  /** Requests the page or file of an academy as a browser does. */
  page(tenantId: string, path: string): Promise<Reply>;
  close(): void;
}

/** A request without an answer ends after this time, ms. */
const ANSWER_MS = 60_000;

/** @param choices secure: over TLS, with the authorities that this process trusts */
export function clientOf(port: number, choices: { secure?: boolean; connections?: number } = {}): Client {
  const { secure = false, connections = 64 } = choices;
  const options = { keepAlive: true, maxSockets: connections };
  const agent = secure ? new SecureAgent(options) : new Agent(options);
  const request = secure ? secureRequest : plainRequest;

  function send(method: string, path: string, headers: Record<string, string>, body: string | null): Promise<Reply> {
    const began = performance.now();
    return new Promise((done) => {
      const end = (reply: Partial<Reply>) =>
        done({ status: 0, text: '', error: '', ms: performance.now() - began, ...reply });
      const sent = request(
        { agent, method, path, headers, host: '127.0.0.1', port, servername: 'localhost' },
        (response: IncomingMessage) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => end({ status: response.statusCode ?? 0, text }));
          response.on('error', (error) => end({ error: error.message }));
          response.on('close', () => end({ error: 'the answer broke off' }));
        },
      );
      sent.setTimeout(ANSWER_MS, () => sent.destroy(new Error('no answer in time')));
      sent.on('error', (error) => end({ error: error.message }));
      sent.end(body ?? undefined);
    });
  }

  return {
    call({ method, path }, { tenantId, bearer, query, body, idempotencyKey }) {
      const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
      const json = body === undefined ? null : JSON.stringify(body);
      const headers = {
        host: `localhost:${port}`,
        [TENANT_HEADER]: tenantId,
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(json === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) }),
      };
      return send(method, `${API_BASE_PATH}${path}${search}`, headers, json);
    },
    page: (tenantId, path) =>
      send('GET', path, { host: `${tenantId}.localhost:${port}`, accept: 'text/html,*/*' }, null),
    close: () => agent.destroy(),
  };
}

/** True for an answer that did what was asked. */
export const isFine = ({ status }: Reply): boolean => status >= 200 && status < 400;

/** What went wrong, short enough to be counted: `503`, or why no answer came. */
export const problemOf = ({ status, error }: Reply): string => (status === 0 ? error : String(status));
