import { reportBrowserError } from '@academy/contract/call-routes/reports';
import { REPORT_LIMITS } from '@academy/contract/constants';
import { call } from './call.ts';
import { CallError } from './call-error.ts';

/** Most reports of one document: one fault often repeats. */
const MAX = 5;

/** References of reported errors, by their text. */
const reported = new Map<string, Promise<string | null>>();

/** Errors of browsers and their extensions, and aborted requests: not faults of the product. */
const FOREIGN = /^ResizeObserver loop|^Script error|\b(?:chrome|moz|safari-web)-extension:|\bAbortError\b/;

/**
 * Reports an error to the server, once; a failed report is ignored.
 *
 * @returns the reference under which the server's log has it; null when it is not there
 */
export function reportError(error: unknown): Promise<string | null> {
  // The server answered this call and has logged it.
  if (error instanceof CallError) return Promise.resolve(error.correlationId);
  const { message, stack } = wordsOf(error);
  const words = `${message}\n${stack}`;
  const before = reported.get(words);
  if (before !== undefined) return before;
  if (reported.size >= MAX || FOREIGN.test(words)) return Promise.resolve(null);
  const reference = send(message, stack).catch(() => null);
  reported.set(words, reference);
  return reference;
}

/** Arguments of `window.onerror`, or the event of an unhandled rejection. */
export type UncaughtError = [event: Event | string, source?: string, line?: number, column?: number, error?: Error];

/** Reports an uncaught error. */
export function uncaught([event, , , , error]: UncaughtError): void {
  void reportError(error ?? (event instanceof PromiseRejectionEvent ? event.reason : event));
}

async function send(message: string, stack: string): Promise<string> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  const body = {
    message: message.slice(0, REPORT_LIMITS.message),
    stack: stack.slice(0, REPORT_LIMITS.stack),
    path: location.pathname.slice(0, REPORT_LIMITS.path),
    release: entry.slice(entry.lastIndexOf('/') + 1).slice(0, REPORT_LIMITS.release),
  };
  return (await call(reportBrowserError, { body }, { quiet: true })).reference;
}

function wordsOf(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error) || 'an error without words', stack: '' };
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : '';
  return { message: `${error.name}: ${error.message}`, stack: `${error.stack ?? ''}${cause}` };
}
