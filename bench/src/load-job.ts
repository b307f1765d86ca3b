/** Input of the load generator. */
export interface LoadJob {
  port: number;
  connections: number;
  /** Unmeasured time before, s. */
  warmUp: number;
  /** Measured time, s. */
  seconds: number;
  /** Whole HTTP requests as sent; used in turn. */
  requests: string[];
  /** Sends each request once at most and ends after the last one. */
  once: boolean;
  /**
   * Requests per second, evenly spaced; latency then counts from when a request was due. Null: as fast as replies
   * arrive.
   */
  perSecond: number | null;
}

export interface LoadResult {
  /** Replies in the measured time. */
  requests: number;
  /** Replies other than 2xx, and broken connections. */
  errors: number;
  /** First bad reply, for the message. */
  firstError: string | null;
  /** Replies with 429 or 503, which are errors as well: how many, and the percentile of their times from sending, ms. */
  refused: { count: number; withoutRetryAfter: number; p99: number };
  seconds: number;
  perSecond: number;
  /** ms */
  p50: number;
  /** ms */
  p99: number;
}

/** Messages of the generator: `measuring` when the warm-up is over. */
export type LoadMessage = { measuring: true } | { result: LoadResult };

/** One HTTP/1.1 request as text. */
export function rawRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const all: Record<string, string> = {
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${payload}`;
}
