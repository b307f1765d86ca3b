import type { CallInput } from '@academy/contract/call';
import { getLearningPath, listLearningPaths } from '@academy/contract/call-routes/learning-paths';
import type { LearningPathItem } from '@academy/contract/learning-paths';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergePath } from '../overlay/overlay.ts';
import { call } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Listing } from './list-reads.ts';
import { useOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

const pathInput = (slug: string) => ({ query: { slug } });

/** The learning paths of this academy. */
export const learningPathList: Listing<LearningPathItem, typeof listLearningPaths> = {
  call: listLearningPaths,
  itemsOf: ({ paths }) => paths,
};

type LearningPathsQuery = NonNullable<CallInput<typeof listLearningPaths>['query']>;

/** Learning paths, as visitors see them. */
export const useLearningPaths = (query: LearningPathsQuery) => useRead(listLearningPaths, { query });
export const prefetchLearningPaths = (client: QueryClient, query: LearningPathsQuery) =>
  prefetchRead(client, listLearningPaths, { query });
/** Learning paths as the server has them for this viewer. @throws CallError */
export const fetchLearningPaths = (query: LearningPathsQuery, options: CallOptions) =>
  call(listLearningPaths, { query }, options);

/** One learning path with its courses, with the learner's progress once it is loaded. */
export function useLearningPath(slug: string) {
  const path = useRead(getLearningPath, pathInput(slug));
  const overlay = useOverlay('courses');
  return useMemo(() => (overlay === null ? path : mergePath(path, overlay)), [path, overlay]);
}
export const prefetchLearningPath = (client: QueryClient, slug: string) =>
  prefetchRead(client, getLearningPath, pathInput(slug));
export const cachedLearningPath = (client: QueryClient, slug: string) =>
  cachedRead(client, getLearningPath, pathInput(slug));
/** A learning path as the server has it for this viewer. @throws CallError */
export const fetchLearningPath = (slug: string, options: CallOptions) =>
  call(getLearningPath, pathInput(slug), options);
