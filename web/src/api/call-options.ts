import type { Call, CallInput, CallReply } from '@academy/contract/call';

export interface CallOptions {
  /** A 404 is an ordinary error: no redirect to /not-found. */
  skipNotFound?: boolean;
  /** Nothing is shown when it fails: prefetch, background refetch, overlay. */
  quiet?: boolean;
  /** False leaves the global loading flag untouched; default: what the call's contract says. */
  loader?: boolean;
  /** Cached style only: keep the reply until the end of the viewer's day. */
  cache?: boolean;
  /** Sends the body as form data; only where the call takes some. */
  form?: boolean;
  /** Shown after a successful PUT or DELETE instead of the server's message. */
  successMessage?: string;
  /** Another academy than the page's own (admin screens). */
  tenantId?: string;
  signal?: AbortSignal;
  /** Timeout of one attempt, ms; 0, the default: none. */
  timeout?: number;
}

/** For calls whose caller handles errors: nothing is shown, and a 404 is an error like others. */
export const QUIET = { quiet: true, skipNotFound: true } as const satisfies CallOptions;

/** How a call is made: over HTTP in the browser, within the process on the server. */
export type Transport = <C extends Call>(call: C, input: CallInput<C>, options?: CallOptions) => Promise<CallReply<C>>;
