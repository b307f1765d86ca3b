import { getProgressOverlay } from '@academy/contract/progress';
import { call } from './call.ts';
import type { OverlayQuery, OverlayReply } from './overlay.ts';

export * from './overlay.ts';

/** The learner's own state, as the server knows it. */
export const fetchOverlay = async (query: OverlayQuery, signal: AbortSignal): Promise<OverlayReply> => ({
  ...(await call(getProgressOverlay, { query }, { quiet: true, skipNotFound: true, signal })),
  query,
});
