import { getProgressOverlay } from '@academy/contract/progress';
import { call } from './call.ts';
import type { OverlayQuery } from './overlay.ts';

export * from './overlay.ts';

/** The learner's own state, as the server knows it. */
export const fetchOverlay = (query: OverlayQuery, signal: AbortSignal) =>
  call(getProgressOverlay, { query }, { quiet: true, skipNotFound: true, signal });
