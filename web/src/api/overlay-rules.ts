import { getProgressOverlay } from '@academy/contract/progress';
import { call } from './call.ts';

export * from './overlay.ts';

export type OverlayQuery = { courseSlug: string } | { kind: 'courses' | 'guides' | 'paths' | 'home' };

/** The learner's own state, as the server knows it. */
export const fetchOverlay = (query: OverlayQuery, signal: AbortSignal) =>
  call(getProgressOverlay, { query }, { quiet: true, skipNotFound: true, signal });
