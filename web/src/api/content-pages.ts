import { getContentPage } from '@academy/contract/call-routes/content-pages';
import type { QueryClient } from '@tanstack/react-query';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

const pageInput = (slug: string) => ({ params: { slug } });

/** A generic page: terms, privacy, questions and answers. */
export const useContentPage = (slug: string) => useRead(getContentPage, pageInput(slug));
export const prefetchContentPage = (client: QueryClient, slug: string) =>
  prefetchRead(client, getContentPage, pageInput(slug));
export const cachedContentPage = (client: QueryClient, slug: string) =>
  cachedRead(client, getContentPage, pageInput(slug));
