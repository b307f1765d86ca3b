import { getLearningPath, listLearningPaths } from '@academy/contract/learning-paths';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { overlayRules, useOverlay } from './progress.ts';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

const pathInput = (slug: string) => ({ query: { slug } });

/** The learning paths of this academy, with the learner's own progress once it is there. */
export function useLearningPaths() {
  const { paths } = useRead(listLearningPaths, {});
  // A path is as far as its courses are.
  const overlay = useOverlay('courses');
  return useMemo(
    () => (overlay === null ? paths : paths.map((path) => overlayRules().mergePathItem(path, overlay))),
    [paths, overlay],
  );
}
export const prefetchLearningPaths = (client: QueryClient) => prefetchRead(client, listLearningPaths, {});

/** One learning path with its courses, with the learner's own progress once it is there. */
export function useLearningPath(slug: string) {
  const path = useRead(getLearningPath, pathInput(slug));
  const overlay = useOverlay('courses');
  return useMemo(() => (overlay === null ? path : overlayRules().mergePath(path, overlay)), [path, overlay]);
}
export const prefetchLearningPath = (client: QueryClient, slug: string) =>
  prefetchRead(client, getLearningPath, pathInput(slug));
export const cachedLearningPath = (client: QueryClient, slug: string) =>
  cachedRead(client, getLearningPath, pathInput(slug));
