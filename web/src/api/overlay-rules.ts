import { TEXTS } from '@academy/contract/errors';
import { getProgressOverlay } from '@academy/contract/progress';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import type { OverlayQuery, OverlayReply } from './overlay.ts';

export * from './overlay.ts';

/**
 * The learner's own state, as the server knows it.
 * @throws CallError also for an answer without it, which must not be laid over what the page has
 */
export async function fetchOverlay(query: OverlayQuery, signal: AbortSignal): Promise<OverlayReply> {
  const reply = await call(getProgressOverlay, { query }, { quiet: true, skipNotFound: true, signal });
  const given: Partial<typeof reply> | null = reply;
  if (typeof given?.items !== 'object') throw new CallError(TEXTS.emptyResponse);
  return { ...reply, query };
}
