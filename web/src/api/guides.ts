import type { CallInput } from '@academy/contract/call';
import { completeGuide, getGuide, listGuides } from '@academy/contract/call-routes/guides';
import type { Guide, GuideItem } from '@academy/contract/guides';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergeGuide } from '../overlay/overlay.ts';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Listing } from './list-reads.ts';
import { useOverlay } from './progress.ts';
import { cachedRead, prefetchRead, readKey, useRead, useRefetch } from './use-read.ts';
import { useRefetchWhenUnlocked } from './use-refetch-when-unlocked.ts';

const guideInput = (slug: string) => ({ query: { slug } });

/** The guides of this academy. */
export const guideList: Listing<GuideItem, typeof listGuides> = {
  call: listGuides,
  itemsOf: ({ guides }) => guides,
};

type GuidesQuery = NonNullable<CallInput<typeof listGuides>['query']>;

/** Guides, as visitors see them. */
export const useGuides = (query: GuidesQuery) => useRead(listGuides, { query });
export const prefetchGuides = (client: QueryClient, query: GuidesQuery) => prefetchRead(client, listGuides, { query });
/** Guides as the server has them for this viewer. @throws CallError */
export const fetchGuides = (query: GuidesQuery, options: CallOptions) => call(listGuides, { query }, options);

export interface GuideRead {
  /** `html` is null while the guide is locked for this viewer. */
  guide: Guide;
  /** True while a guide that the server rendered locked is being refetched for a signed-in learner. */
  isUnlocking: boolean;
}

/** One guide. */
export function useGuide(slug: string): GuideRead {
  const given = useRead(getGuide, guideInput(slug));
  const isUnlocking = useRefetchWhenUnlocked(given.locked, slug, useRefetch(getGuide, guideInput(slug)));
  const { isAuthenticated } = useSession();
  const overlay = useOverlay('guides');
  const guide = useMemo(() => {
    const opened = withoutBody(given, isAuthenticated);
    return overlay === null ? opened : mergeGuide(opened, overlay);
  }, [given, isAuthenticated, overlay]);
  return { guide, isUnlocking };
}
export const prefetchGuide = (client: QueryClient, slug: string) => prefetchRead(client, getGuide, guideInput(slug));
export const cachedGuide = (client: QueryClient, slug: string) => cachedRead(client, getGuide, guideInput(slug));
/** A guide as the server has it for this viewer. @throws CallError */
export const fetchGuide = (slug: string, options: CallOptions) => call(getGuide, guideInput(slug), options);

/** Hides what only the session unlocked as soon as the session has ended, before the server is asked again. */
function withoutBody(guide: Guide, isAuthenticated: boolean): Guide {
  const [tag] = guide.entitlements.view;
  if (isAuthenticated || tag === undefined || guide.locked !== null) return guide;
  return { ...guide, locked: tag, html: null, preview: null, video: null, transcript: null, headings: [] };
}

/** Guides that are named at the end of a guide. */
const MAX = 3;

/** One more than is named: the guide itself is among them. */
const relatedInput = ({ topic }: Pick<Guide, 'topic'>) => ({
  query: { ...(topic.length === 0 ? {} : { topic }), pageNumber: 0, pageSize: MAX + 1 },
});

/** Loads what `useRelatedGuides` shows; a guide is read without it, too. */
export const prefetchRelatedGuides = (client: QueryClient, guide: Guide): Promise<unknown> =>
  prefetchRead(client, listGuides, relatedInput(guide), { quiet: true }).catch(() => undefined);

/** Other guides on the topics of this one, or any where it names none; empty when they could not be loaded. */
export function useRelatedGuides(guide: Guide) {
  const key = readKey(listGuides, relatedInput(guide));
  const { data } = useQuery<{ guides: Guide[] }>({ queryKey: key, queryFn: skipToken });
  return (data?.guides ?? []).filter(({ lessonId }) => lessonId !== guide.lessonId).slice(0, MAX);
}

/** Sends the completion of a guide. @throws CallError */
export const sendGuideCompletion = (input: CallInput<typeof completeGuide>, options: CallOptions) =>
  call(completeGuide, input, options);
