import { CallError } from '../api/call-error.ts';
import { isRetryable } from '../api/is-retryable.ts';
import { BrokenFileError } from '../lib/load-file.ts';
import { shellTexts } from './shell-texts.ts';

/** What a learner can do about a screen that broke, by its cause. */
export function fallbackWords(error: Error): string {
  if (error instanceof CallError) {
    if (error.cause instanceof BrokenFileError) return shellTexts.brokenFile;
    if (error.status === 0) return shellTexts.noConnection;
    return isRetryable(error) ? shellTexts.noAnswer : shellTexts.refused;
  }
  if (error.name === 'ScreenLoadError')
    return error.cause instanceof BrokenFileError ? shellTexts.brokenFile : shellTexts.noConnection;
  return shellTexts.fault;
}
