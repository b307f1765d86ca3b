import { CallError } from '../api/call-error.ts';
import { isRetryable } from '../api/is-retryable.ts';
import { BrokenFileError } from '../lib/load-file.ts';

const CONNECTION = 'This page tries again by itself when your connection is back.';
const SERVER = 'The academy could not answer. Please try again in a moment.';
const REFUSED = 'The academy has answered, and trying again will not change that.';
const FILE = 'A file of this page is broken. Refresh the page to load it again.';
const FAULT = 'This is a fault of this page, not of your connection. It has been reported.';

/** What a learner can do about a screen that broke, by its cause. */
export function fallbackWords(error: Error): string {
  if (error instanceof CallError) {
    if (error.cause instanceof BrokenFileError) return FILE;
    if (error.status === 0) return CONNECTION;
    return isRetryable(error) ? SERVER : REFUSED;
  }
  if (error.name === 'ScreenLoadError') return error.cause instanceof BrokenFileError ? FILE : CONNECTION;
  return FAULT;
}
