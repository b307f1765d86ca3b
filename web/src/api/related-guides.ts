import { listGuides } from '@academy/contract/call-routes';
import type { Guide } from '@academy/contract/guides';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { prefetchRead, readKey } from './use-read.ts';

/** Guides that are named at the end of a guide. */
const MOST = 3;

/** One more than is named: the guide itself is among them. */
const relatedInput = ({ topic }: Pick<Guide, 'topic'>) => ({
  query: { ...(topic.length === 0 ? {} : { topic }), pageNumber: 0, pageSize: MOST + 1 },
});

/** Loads what `useRelatedGuides` shows; a guide is read without it, too. */
export const prefetchRelatedGuides = (client: QueryClient, guide: Guide): Promise<unknown> =>
  prefetchRead(client, listGuides, relatedInput(guide), { quiet: true }).catch(() => undefined);

/** Other guides on the topics of this one, or any where it names none; empty when they could not be loaded. */
export function useRelatedGuides(guide: Guide) {
  const key = readKey(listGuides, relatedInput(guide));
  const { data } = useQuery<{ guides: Guide[] }>({ queryKey: key, queryFn: skipToken });
  return (data?.guides ?? []).filter(({ lessonId }) => lessonId !== guide.lessonId).slice(0, MOST);
}
