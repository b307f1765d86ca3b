import {
  getContentVersion,
  listContentVersions,
  rollBackContent,
} from '@academy/contract/call-routes/publishing-history';
import type { ContentKind } from '@academy/contract/publishing';
import type { ContentVersion } from '@academy/contract/publishing-history';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';
import { useRead } from './use-read.ts';

export type { ContentVersion };

/** An item of the content. */
export interface ContentItem {
  kind: ContentKind;
  id: string;
}

/** The versions of an item, newest first. */
export const useContentVersions = (tenantId: string, params: ContentItem): ContentVersion[] =>
  useRead(listContentVersions, { params }, { tenantId }).result;

/** The files of one version. */
export const useContentVersion = (tenantId: string, item: ContentItem, version: number) =>
  useRead(getContentVersion, { params: { ...item, version: String(version) } }, { tenantId }).files;

/** Publishes the files of an older version again. Errors are thrown as `CallError`; the caller shows them. */
export function useRollBack(tenantId: string, params: ContentItem) {
  const client = useQueryClient();
  return async (version: number, base: number): Promise<void> => {
    try {
      await call(rollBackContent, { params, body: { version, base } }, { ...QUIET, loader: false, tenantId });
    } finally {
      await refetchReads(client, listContentVersions.name);
    }
  };
}
