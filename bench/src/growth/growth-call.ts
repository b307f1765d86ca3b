import type { Call } from '@academy/contract/call';

/** Who makes a request. */
export type Caller = 'visitor' | 'learner' | 'admin' | 'author';

/** From what one request is made. */
export interface Turn {
  /** Number of the request, from 0; no two requests of a run have the same for one call. */
  n: number;
  /** Number of a course from 1; popular and other ones. */
  course: number;
  /** The row of this request, where the call has `rows`. */
  row: Readonly<Record<string, string>>;
  /** The person who makes the request; texts are empty for visitors and authors. */
  caller: { email: string; firstName: string; lastName: string };
}

/** Parts of a request, as a caller of the contract gives them. */
export interface Input {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** How the requests of one call are made from the filled data. */
export interface GrowthCall {
  call: Call;
  as: Caller;
  /** What is special of these requests, where a call is measured in several ways. */
  what?: string;
  /** Most requests; 200 when left out. */
  times?: number;
  /**
   * A statement with a row for each request; it may write the records that the requests then change. `turn` says which
   * learner of the pool makes the request. `$1` stands for the number of requests, `$2` for a text that is new in each run.
   */
  rows?: string;
  /**
   * While plans are looked at, so many requests are sent at the same time: for calls whose statements the server makes
   * for several learners at once.
   */
  together?: number;
  /** Whether a reply is the last one; until then the same is requested again, and its time counts in full. */
  isDone?: (data: unknown) => boolean;
  input?: (turn: Turn) => Input | Promise<Input>;
}

/** Name under which a call's figures are reported. */
export const nameOf = ({ call, what }: GrowthCall): string =>
  what === undefined ? call.name : `${call.name}, ${what}`;
