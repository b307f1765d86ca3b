import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '@academy/lab-host/network/public-address';

/** Longest time for one reply, ms. */
const TIMEOUT_MS = 5_000;
/** Documents of providers have a few kilobytes. */
const MAX_BYTES = 524_288;

/**
 * `fetch` for customers' providers: encrypted, to public addresses only, without redirects, limited in size and time. A
 * name is resolved once, and connected to where it led then.
 *
 * @param hosts that the operator allows besides, with their port: on internal addresses, and on this machine without
 * encryption
 */
export function providerRequest(hosts: readonly string[]): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isAllowed = hosts.includes(url.host);
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere && isAllowed))
      throw new Error(`${url.origin} is not encrypted`);
    return send(url, await addressesOf(url.hostname.replace(/^\[|\]$/g, ''), isAllowed), init);
  };
}

async function addressesOf(host: string, isAllowed: boolean): Promise<string[]> {
  const found = isIP(host) > 0 ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  const allowed = isAllowed ? found : found.filter(isPublicAddress);
  if (allowed.length === 0) throw new Error(`${host} is no public address`);
  return allowed;
}

function send(
  url: URL,
  addresses: readonly string[],
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<Response> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      lookup: (_host, { all }, found) => {
        const known = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) found(null, known);
        else found(null, known[0]?.address ?? '', known[0]?.family);
      },
    });
    sent.on('error', (error) => reject(new Error(`${url.origin} cannot be reached`, { cause: error })));
    sent.on('response', (reply) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      reply.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes <= MAX_BYTES) return void parts.push(part);
        reject(new Error(`${url.origin} answered more than ${MAX_BYTES} bytes`));
        reply.destroy();
      });
      reply.on('error', reject);
      reply.on('end', () => {
        const status = reply.statusCode ?? 502;
        const type = reply.headers['content-type'];
        const hasBody = ![204, 205, 304].includes(status);
        resolve(
          new Response(hasBody ? Buffer.concat(parts) : null, {
            status,
            ...(type === undefined ? {} : { headers: { 'content-type': type } }),
          }),
        );
      });
    });
    sent.end(body === null || body === undefined ? undefined : String(body));
  });
}
