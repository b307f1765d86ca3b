import { lookup as resolveName } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@academy/lab-host/network/public-address';

/** Which requests to other hosts are allowed, on the author's machine only. */
export interface OutsidePolicy {
  protocols: readonly string[];
  /** @param address IPv4 or IPv6 */
  allows(address: string): boolean;
}

export const PUBLIC_ONLY: OutsidePolicy = { protocols: ['https:'], allows: isPublicAddress };

export interface OutsideRequest {
  method: 'HEAD' | 'GET';
  /** The whole request with its redirects, ms. */
  timeoutMs: number;
  /** Most bytes of the body; more is a failure. 0 reads nothing. */
  maxBytes: number;
  policy?: OutsidePolicy;
  headers?: Readonly<Record<string, string>>;
}

export interface OutsideAnswer {
  status: number;
  /** Media type without parameters, lower case. */
  mediaType: string;
  headers: IncomingHttpHeaders;
  bytes: Uint8Array;
}

/** Why another host sent nothing usable; the message is for the author. */
export class OutsideError extends Error {}

const MAX_REDIRECTS = 5;

/**
 * Requests an address of a public host. Every address, redirects included, is checked after its name was resolved, in
 * the same step that connects, so that a name cannot change in between.
 *
 * @throws OutsideError
 */
export async function askOutside(address: string, options: OutsideRequest): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = URL.parse(address);
  const first = url?.host;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { authorization: _authorization, ...open } = options.headers ?? {};
    // Credentials are for the host that they were given for.
    const own = url?.host === first ? options.headers : open;
    const response = await send(checked(url, options.policy ?? PUBLIC_ONLY), { ...options, headers: own }, signal);
    const { statusCode: status = 0, headers } = response;
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
    if (!isRedirect) {
      const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      return { status, mediaType, headers, bytes: await read(response, options.maxBytes) };
    }
    response.destroy();
    url = URL.parse(headers.location ?? '', url?.href);
  }
  throw new OutsideError('it redirects too often');
}

function checked(url: URL | null, policy: OutsidePolicy): { url: URL; policy: OutsidePolicy } {
  if (url === null || !policy.protocols.includes(url.protocol)) throw new OutsideError('it is no https address');
  if (url.username !== '' || url.password !== '') throw new OutsideError('it holds a password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is connected to without a look-up of its name.
  if (isIP(host) !== 0 && !policy.allows(host)) throw new OutsideError('it is not on the public internet');
  return { url, policy };
}

function send(
  { url, policy }: { url: URL; policy: OutsidePolicy },
  { method, headers: more }: Omit<OutsideRequest, 'headers'> & { headers: OutsideRequest['headers'] },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (host, options, done) => {
    resolveName(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '');
      const [first] = found;
      if (first === undefined || !found.every((one) => policy.allows(one.address))) {
        return done(new OutsideError('it is not on the public internet'), '');
      }
      return options.all === true ? done(null, found) : done(null, first.address, first.family);
    });
  };
  const headers = { 'user-agent': 'academy', accept: '*/*', ...more };
  return new Promise((answered, refuse) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(url, { method, lookup, headers, signal, agent: false }, answered);
    request.on('error', (error) => refuse(readable(error)));
    request.end();
  });
}

async function read(response: IncomingMessage, max: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (max === 0) return new Uint8Array();
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > max) throw new OutsideError(`it is larger than ${Math.floor(max / 1024 / 1024)} MB`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw readable(error);
  } finally {
    response.destroy();
  }
}

function readable(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ABORT_ERR' || (error instanceof Error && error.name === 'TimeoutError'))
    return new OutsideError('it does not answer in time');
  const known = { ENOTFOUND: 'there is no such host', ECONNREFUSED: 'nothing listens there' }[code];
  return new OutsideError(known ?? `the connection failed${code === '' ? '' : ` (${code})`}`);
}
