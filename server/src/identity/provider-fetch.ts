import { channel } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';

/** Receives a `ProviderRequest` for each request to an external provider. */
export const PROVIDER_CHANNEL = 'academy.identity-provider';

export interface ProviderRequest {
  /** `refused`: it answered with another status than 200; `failed`: it did not answer. */
  outcome: 'done' | 'refused' | 'failed';
}

const requestsTold = channel(PROVIDER_CHANNEL);
const tell = (outcome: ProviderRequest['outcome']) => requestsTold.publish({ outcome } satisfies ProviderRequest);

/** Longest time for one reply of another provider, ms. */
const TIMEOUT_MS = 3_000;
/** Documents of providers have a few kilobytes. */
const MAX_BYTES = 262_144;

/** The provider answered with a status that is no success. */
export class ProviderRefusal extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.name = 'ProviderRefusal';
    this.status = status;
  }
}

/**
 * Fetches a document of an external provider: no redirects, limited in size and time.
 *
 * @returns its text
 * @throws Error with a message for the log, without the credentials that were sent
 */
export async function fetchText(url: string, headers: Record<string, string> = {}): Promise<string> {
  const quit = new AbortController();
  const timer = setTimeout(() => quit.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: quit.signal,
    }).catch((error: unknown) => {
      tell('failed');
      throw new Error(quit.signal.aborted ? `${url} did not answer in time` : `${url} cannot be reached`, {
        cause: error,
      });
    });
    if (response.status !== 200) {
      tell('refused');
      await response.body?.cancel();
      const redirected = response.status >= 300 && response.status < 400;
      const why = redirected ? ', and redirects are not followed' : '';
      throw new ProviderRefusal(`${url} answered ${response.status}${why}`, response.status);
    }
    const read = await limitedText(response, url);
    tell('done');
    return read;
  } finally {
    clearTimeout(timer);
  }
}

async function limitedText(response: Response, url: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error(`${url} answered more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The same for JSON that must be an object. */
export async function fetchObject(url: string, headers?: Record<string, string>): Promise<Record<string, unknown>> {
  const text = await fetchText(url, headers);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${url} answered something that is not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${url} answered JSON that is no object`);
  return value as Record<string, unknown>;
}

/** Waits. @returns false when the signal was aborted */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch(() => false);
}
