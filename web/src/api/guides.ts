import { listGuides } from '@academy/contract/call-routes';
import type { GuideItem } from '@academy/contract/guides';
import type { Listing } from './list-reads.ts';

/** The guides of this academy. */
export const guideList: Listing<GuideItem, typeof listGuides> = {
  call: listGuides,
  itemsOf: ({ guides }) => guides,
};
