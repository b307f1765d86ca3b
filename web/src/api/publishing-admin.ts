import type { CallInput } from '@academy/contract/call';
import {
  getContentUse,
  listPublishedContent,
  removeContent,
  republishContent,
  unpublishContent,
} from '@academy/contract/call-routes/publishing-admin';
import type { ContentUse, PublishedContent } from '@academy/contract/publishing-admin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export type { ContentUse, PublishedContent };

const quietly = { ...QUIET, loader: false };

/** One page of what an academy has published; the previous page is shown until the new one arrives. */
export function usePublishedContent(query: NonNullable<CallInput<typeof listPublishedContent>['query']>) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listPublishedContent.name, tenantId, query],
    queryFn: ({ signal }) => call(listPublishedContent, { query }, { ...quietly, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** How learners use an item; fetched while `item` is not null. */
export function useContentUse(item: PublishedContent | null) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [getContentUse.name, tenantId, item?.kind, item?.id],
    queryFn: ({ signal }) => {
      if (item === null) throw new Error('no item was asked for');
      const { kind, id } = item;
      return call(getContentUse, { query: { kind, id } }, { ...quietly, tenantId, signal });
    },
    enabled: item !== null,
    staleTime: 0,
  });
}

/** Unpublishes, republishes or deletes an item and refetches the list. @throws CallError */
export function useContentChanges() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  const change =
    (changing: typeof unpublishContent | typeof republishContent | typeof removeContent) =>
    async ({ kind, id, version }: PublishedContent): Promise<void> => {
      try {
        await call(changing, { body: { kind, id, base: version } }, { ...quietly, tenantId });
      } finally {
        await refetchReads(client, listPublishedContent.name);
      }
    };
  return {
    unpublish: change(unpublishContent),
    republish: change(republishContent),
    remove: change(removeContent),
  };
}
