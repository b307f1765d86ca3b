import type { Call, CallInput, CallReply } from '@academy/contract/call';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import type { Envelope } from '@academy/contract/envelope';
import type { FileReply } from '@academy/contract/exports';
import { callAddress } from '@academy/contract/rules/call-address';
import { CallError } from './call-error.ts';

export { CallError } from './call-error.ts';

/** Address and credentials of calls. */
export interface ClientOptions {
  /** Origin of an academy, `https://spring.example.org`, or the base address of its API. */
  address: string;
  /** The academy that calls are about; left out, the address decides. */
  tenant?: string;
  /** A personal access token, or a function that returns one; left out, calls are made as a visitor. */
  token?: string | (() => string | Promise<string>);
}

export interface CallOptions {
  /** Aborts the call, for example `AbortSignal.timeout(5_000)`. */
  signal?: AbortSignal;
  /** Body of a call that takes bytes in place of JSON. */
  bytes?: Blob | Uint8Array<ArrayBuffer>;
}

/** The `data` of a reply; for a call that replies with a file, its text. */
export type Reply<C extends Call> = CallReply<C> extends FileReply ? string : CallReply<C>;

/** The input is optional when all of its parts are. */
type Given<C extends Call> =
  object extends CallInput<C>
    ? [input?: CallInput<C>, options?: CallOptions]
    : [input: CallInput<C>, options?: CallOptions];

export interface AcademyClient {
  /**
   * Makes a call of the contract, with the call's own types for input and reply.
   *
   * @throws CallError when the academy refuses; the error of `fetch` when it cannot be reached
   */
  call<C extends Call>(call: C, ...given: Given<C>): Promise<Reply<C>>;
}

/** A client for one academy. It has no state: calls are independent of each other. */
export function academyClient(options: ClientOptions): AcademyClient {
  const base = baseOf(options.address);
  return {
    async call<C extends Call>(call: C, ...[input, callOptions = {}]: Given<C>): Promise<Reply<C>> {
      const response = await fetch(`${base}${callAddress(call, (input ?? {}) as Parts)}`, {
        method: call.method,
        ...(await contentOf(call, (input ?? {}) as Parts, options, callOptions.bytes)),
        // Following a redirect would send the request to its target.
        redirect: 'error',
        ...(callOptions.signal === undefined ? {} : { signal: callOptions.signal }),
      });
      if (response.ok && call.answers === 'file') return (await response.text()) as Reply<C>;
      const envelope = await envelopeOf(response);
      if (!response.ok || envelope === null || !envelope.success) throw errorOf(response, envelope);
      return envelope.data as Reply<C>;
    },
  };
}

/** The parts of an input, without its static type. */
interface Parts {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

function baseOf(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname === '/' ? API_BASE_PATH : url.pathname.replace(/\/$/, '')}`;
}

async function contentOf(call: Call, { headers, body }: Parts, options: ClientOptions, bytes: CallOptions['bytes']) {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) sent.set(name, value);
  if (call.tenant && options.tenant !== undefined) sent.set(TENANT_HEADER, options.tenant);
  const token = typeof options.token === 'function' ? await options.token() : options.token;
  if (token !== undefined && call.who !== 'anyone') sent.set('authorization', `Bearer ${token}`);
  if (call.body === 'stream') {
    sent.set('content-type', 'application/gzip');
    return { headers: sent, body: bytes ?? null };
  }
  if (body === undefined) return { headers: sent };
  sent.set('content-type', 'application/json');
  return { headers: sent, body: JSON.stringify(body) };
}

/** Null when the reply does not come from an academy. */
async function envelopeOf(response: Response): Promise<Envelope<unknown> | null> {
  const given: unknown = await response.json().catch(() => null);
  return typeof given === 'object' && given !== null && 'success' in given ? (given as Envelope<unknown>) : null;
}

function errorOf(response: Response, envelope: Envelope<unknown> | null): CallError {
  const { status } = response;
  const errors = envelope?.errors ?? [];
  const text = errors.map(({ errorMessage }) => errorMessage).join('\n');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new CallError(text || `The answer was no academy's (status ${status}).`, {
    status,
    code: errors[0]?.code ?? null,
    fields: Object.fromEntries(errors.flatMap(({ field, errorMessage }) => (field ? [[field, errorMessage]] : []))),
    correlationId: envelope?.correlationId ?? null,
    data: envelope?.data ?? null,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}
