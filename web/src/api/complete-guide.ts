import { completeGuide } from '@academy/contract/guides';
import type { OverlayItem } from '@academy/contract/progress';
import type { Query, QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { type OverlayReply, withGuide, withGuideCompleted } from './overlay.ts';
import type { OverlayQuery } from './overlay-rules.ts';
import { OVERLAY } from './pending-store.ts';

/** The overlays in which guides stand. */
const OF_GUIDES = {
  queryKey: [OVERLAY],
  predicate: ({ queryKey }: Query) => {
    const asked = queryKey[3] as OverlayQuery | undefined;
    return asked !== undefined && 'kind' in asked && asked.kind === 'guides';
  },
};

/**
 * Marks a guide complete; every screen shows it at once. When the server does not take it, the guide is as it was, and a
 * message says why: the learner tries again.
 *
 * @returns whether the server has it
 */
export async function markGuideComplete(client: QueryClient, guideId: string): Promise<boolean> {
  // An answer that is on its way does not know of it yet.
  await client.cancelQueries(OF_GUIDES);
  const before = new Map<OverlayReply, OverlayItem | undefined>();
  client.setQueriesData<OverlayReply>(OF_GUIDES, (overlay) => {
    if (overlay === undefined) return overlay;
    const after = withGuideCompleted(overlay, guideId);
    before.set(after, overlay.items[guideId]);
    return after;
  });
  const [was] = before.values();
  try {
    const body = { lessonId: guideId, operationType: 'COMPLETE_LESSON' as const };
    // The button answers at once, so the page is not covered while the call runs.
    await call(completeGuide, { body }, { loader: false, skipNotFound: true });
    return true;
  } catch {
    client.setQueriesData<OverlayReply>(OF_GUIDES, (overlay) => overlay && withGuide(overlay, guideId, was));
    return false;
  } finally {
    void client.invalidateQueries({ queryKey: [OVERLAY] });
  }
}
