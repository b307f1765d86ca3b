import type { Call, CallReply } from '@academy/contract/call';
import { REQUEST_TIMEOUT_MS } from '@academy/contract/constants';
import type { Envelope, EnvelopeError } from '@academy/contract/envelope';
import { withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { callAddress } from '@academy/contract/rules/call-address';
import { type CallStyle, styleOf } from '@academy/contract/rules/call-style';
import { refusalDuringImpersonation } from '@academy/contract/rules/viewable';
import { TEXTS } from '@academy/contract/texts';
import { beginLoading } from '../lib/loading.ts';
import { noteAnswer, noteNoAnswer, reach, retrying } from '../lib/reachability.ts';
import { noteRefusal } from '../lib/refusals.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { isImpersonating } from '../lib/storage.ts';
import { addToast } from '../lib/toasts.ts';
import { navigate } from '../navigation/location.tsx';
import { waiting } from '../navigation/waiting.ts';
import { freshTokens, renewRefusedToken } from '../sign-in/refresh.ts';
import { storedTokens, usableAccessToken, usableIdToken } from '../sign-in/stored-tokens.ts';
import { CallError } from './call-error.ts';
import type { CallOptions, Transport } from './call-options.ts';
import { cachedForToday } from './day-cache.ts';
import { type Outcome, pauseBeforeNext, retryAfterMs, waited } from './retry-reads.ts';
import { viewerAt } from './viewer.ts';

/** The parts of an input, without its static type. */
interface Parts {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/**
 * Makes a call from the browser and returns the envelope's data. Errors are shown as toasts, except a 404 (which leads to
 * /not-found) and a 401.
 * @throws CallError
 */
export const call: Transport = async (theCall, input, options = {}) => {
  // The server would refuse it as well; not sending it keeps the browser's console clean.
  const refusal = isImpersonating ? refusalDuringImpersonation(theCall) : null;
  if (refusal !== null) {
    const error = new CallError(refusal, { status: 403, code: 'view-only' });
    // A refused read is explained where its content would be, not in a toast.
    throw theCall.changes ? shown(error, options) : error;
  }
  const request = requestOf(theCall, input as Parts, options);
  const done = (options.loader ?? (theCall.loader && request.style === 'bearer')) ? beginLoading() : null;
  try {
    const make = () => send(theCall, request, options);
    if (request.style === 'cached' && options.cache === true) {
      const asked = [request.headers.tenantId, request.url, request.body].join(' ');
      return (await cachedForToday(viewerAt(new Date()), asked, make)) as CallReply<typeof theCall>;
    }
    return (await make()) as CallReply<typeof theCall>;
  } finally {
    done?.();
  }
};

interface Request {
  style: CallStyle;
  url: string;
  body: string | FormData | null;
  headers: Record<string, string>;
}

function requestOf(theCall: Call, parts: Parts, options: CallOptions): Request {
  const { config, tenant } = pageRuntime();
  // The language of the page, whatever the browser prefers.
  const headers: Record<string, string> = { ...parts.headers, 'accept-language': currentLanguage() };
  if (theCall.tenant) headers.tenantId = options.tenantId ?? tenant.tenantId;
  if (options.form === true && !theCall.form) throw new TypeError(`${theCall.name} takes no form data`);
  const body = parts.body === undefined ? null : options.form ? formOf(parts.body) : JSON.stringify(parts.body);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  return { style: styleOf(theCall, parts.query), url: config.apiBaseUrl + callAddress(theCall, parts), body, headers };
}

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, unknown>))
    if (value !== undefined && value !== null) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

/** Longest wait for a session to be renewed before a call is made without it, ms; shorter for public reads. */
const SESSION_WAIT_MS = { optional: 3_000, otherwise: 20_000 };

/** The bearer of a style: access token for style one, id token for style two; only while it has not expired. */
async function bearerOf({ who }: Call, style: CallStyle): Promise<string | null> {
  if (who === 'anyone') return null;
  const usable = style === 'cached' ? usableIdToken : usableAccessToken;
  const token = usable();
  if (token !== null || storedTokens() === null) return token;
  await freshTokens(who === 'optional' ? SESSION_WAIT_MS.optional : SESSION_WAIT_MS.otherwise);
  return usable();
}

/** The server's answer to one attempt. */
interface Answer {
  status: number;
  retryAfter: string | null;
  /** Null: the body is empty or not an envelope. */
  envelope: Envelope<unknown> | null;
}

/** Sends the request once. @throws CallError when no answer or an incomplete one arrived */
async function ask(theCall: Call, request: Request, bearer: string | null, options: CallOptions): Promise<Answer> {
  const headers = bearer === null ? request.headers : { ...request.headers, authorization: `Bearer ${bearer}` };
  const { signal, timeout = REQUEST_TIMEOUT_MS } = options;
  const signals = [...(signal === undefined ? [] : [signal]), ...(timeout > 0 ? [AbortSignal.timeout(timeout)] : [])];
  try {
    const response = await fetch(request.url, {
      method: theCall.method,
      headers,
      body: request.body,
      credentials: 'same-origin',
      signal: AbortSignal.any(signals),
    });
    const envelope = envelopeOf(withAddresses(await response.text()));
    // The reverse proxy answered 502, 503 or 504: the server is unreachable.
    if (envelope === null && response.status > 501) noteNoAnswer();
    else noteAnswer();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), envelope };
  } catch (error) {
    if (signal?.aborted) throw new CallError(TEXTS.aborted);
    noteNoAnswer();
    throw new CallError(nameOf(error) === 'TimeoutError' ? TEXTS.timeout({ ms: timeout }) : TEXTS.networkError);
  }
}

const nameOf = (error: unknown): unknown => (error as { name?: unknown } | null)?.name;

/** Sends the request, and retries a read that was not answered (never a write). */
async function askWithRetries(
  theCall: Call,
  request: Request,
  bearer: string | null,
  options: CallOptions,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(theCall, request, bearer, options).catch((error: CallError) => error);
    const isError = answer instanceof CallError;
    // While the academy is unreachable, reads are refetched once it answers again.
    const mayRetry = theCall.method === 'GET' && reach.get() === 'reached' && !isFinal(answer);
    const pause = mayRetry ? pauseBeforeNext(outcomeOf(answer), tries) : null;
    if (pause !== null) {
      if (!isError && answer.retryAfter !== null && options.quiet !== true)
        addToast({ type: 'warning', message: TEXTS.busy({ seconds: Math.ceil(pause / 1000) }), timeout: pause });
      const isWaitedFor = waiting.isOn && outcomeOf(answer).status === 0;
      if (isWaitedFor) retrying.set(true);
      const goesOn = await waited(pause, options.signal);
      if (isWaitedFor) retrying.set(false);
      if (goesOn) continue;
      throw new CallError(TEXTS.aborted);
    }
    if (isError) throw shown(answer, options);
    return answer;
  }
}

const isFinal = (answer: Answer | CallError): boolean =>
  answer instanceof CallError && answer.message !== TEXTS.networkError;

function outcomeOf(answer: Answer | CallError): Outcome {
  // A proxy answered in the server's place, with an empty body or a page of its own: it counts as no answer.
  const isLost = answer instanceof CallError || (answer.envelope === null && answer.status < 300);
  if (isLost) return { status: 0, code: null, retryAfter: null };
  return { ...answer, code: answer.envelope?.errors?.[0]?.code ?? null };
}

async function send(theCall: Call, request: Request, options: CallOptions, again = false): Promise<unknown> {
  const bearer = await bearerOf(theCall, request.style);
  const answer = await askWithRetries(theCall, request, bearer, options);
  const { status, envelope } = answer;
  if (status < 200 || status > 299) {
    const refused = status === 401;
    if (refused && bearer !== null && !again && (await renew(request.style, bearer))) {
      return send(theCall, request, options, true);
    }
    return failed(request.style, answer, options);
  }
  if (envelope === null) throw shown(new CallError(TEXTS.emptyResponse, { status }), options);
  const isWhole = theCall.who !== 'admin' || (envelope.data !== null && envelope.data !== undefined);
  if (envelope.success !== true || !isWhole) throw shown(errorOf(envelope, TEXTS.envelopeFailed, status), options);
  if (theCall.method === 'PUT' || theCall.method === 'DELETE') {
    const message =
      options.successMessage ?? envelope.message ?? (typeof envelope.data === 'string' ? envelope.data : null);
    if (message !== null && options.quiet !== true) addToast({ type: 'success', message });
  }
  return envelope.data;
}

/** Tries one refresh; a refused id token means that the whole session must be renewed. */
async function renew(style: CallStyle, bearer: string): Promise<boolean> {
  return renewRefusedToken(style === 'cached' ? (usableAccessToken() ?? bearer) : bearer);
}

function failed(style: CallStyle, { status, envelope, retryAfter }: Answer, options: CallOptions): never {
  const error = errorOf(envelope, TEXTS.requestFailed({ status }), status, 1, retryAfter);
  if (status === 404 && options.skipNotFound !== true) {
    if (options.quiet !== true)
      navigate(`${withLanguage('/not-found')}?from=${encodeURIComponent(location.pathname)}`, { replace: true });
    throw error;
  }
  if (status === 401) {
    // An impersonation that has ended leaves the page by itself.
    if (style === 'cached' && options.quiet !== true && !isImpersonating) navigate(withLanguage('/appLogout'));
    throw error;
  }
  // An administration screen shows its own modal and leaves.
  if (error.code === 'not-allowed' && noteRefusal()) throw error;
  throw shown(error, options);
}

/** An answer that is no envelope counts as empty. */
function envelopeOf(text: string): Envelope<unknown> | null {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null && 'success' in given ? (given as Envelope<unknown>) : null;
  } catch {
    return null;
  }
}

/** Pictures of the content are where the API is, which can be another origin than the page's. */
function withAddresses(text: string): string {
  const { apiBaseUrl } = pageRuntime().config;
  return apiBaseUrl.startsWith('/')
    ? text
    : text.replace(/(?<![\w.:-])(?=\/assets\/content\/)/g, new URL(apiBaseUrl).origin);
}

/** @param max how many messages are used: all of a failed envelope, the first of an HTTP error */
function errorOf(
  envelope: Envelope<unknown> | null,
  otherwise: string,
  status: number,
  max = Infinity,
  retryAfter: string | null = null,
): CallError {
  const given = envelope?.errors;
  const errors: readonly (Partial<EnvelopeError> & { message?: string })[] = Array.isArray(given) ? given : [];
  const messages = errors.map((error) => error.errorMessage ?? error.message ?? '').filter(Boolean);
  const fields: Record<string, string> = {};
  for (const error of errors) if (error.field !== undefined) fields[error.field] = error.errorMessage ?? '';
  const text = messages.length > 0 ? messages.slice(0, max).join('\n') : envelope?.message || otherwise;
  return new CallError(text, {
    status,
    code: errors[0]?.code ?? null,
    fields,
    correlationId: envelope?.correlationId ?? null,
    retryAfter: retryAfter === null ? null : Math.ceil(retryAfterMs(retryAfter, Date.now()) / 1000),
  });
}

/** Shows an error as a toast, unless the call is quiet or was aborted. */
function shown(error: CallError, options: CallOptions): CallError {
  const message = error.message || TEXTS.emptyResponse;
  if (options.quiet !== true && !message.includes('aborted')) {
    addToast({ message, additionalInfo: error.correlationId });
  }
  return error;
}
