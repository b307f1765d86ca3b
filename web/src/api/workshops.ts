import { getGuideWorkshop, getLessonWorkshop } from '@academy/contract/call-routes';
import type { QueryClient } from '@tanstack/react-query';
import { cachedRead, prefetchRead, useRead, useRefetch } from './use-read.ts';
import { useRefetchWhenUnlocked } from './use-refetch-when-unlocked.ts';

const lessonInput = (courseSlug: string, lessonSlug: string) => ({ params: { courseSlug, lessonSlug } });
const guideInput = (guideSlug: string) => ({ params: { guideSlug } });

/** The pages of a lesson's lab; `isUnlocking` while a locked one is refetched. */
export function useLessonWorkshop(courseSlug: string, lessonSlug: string) {
  const input = lessonInput(courseSlug, lessonSlug);
  const workshop = useRead(getLessonWorkshop, input);
  const refetch = useRefetch(getLessonWorkshop, input);
  return { workshop, isUnlocking: useRefetchWhenUnlocked(workshop.locked, `${courseSlug} ${lessonSlug}`, refetch) };
}
export const prefetchLessonWorkshop = (client: QueryClient, courseSlug: string, lessonSlug: string) =>
  prefetchRead(client, getLessonWorkshop, lessonInput(courseSlug, lessonSlug));
export const cachedLessonWorkshop = (client: QueryClient, courseSlug: string, lessonSlug: string) =>
  cachedRead(client, getLessonWorkshop, lessonInput(courseSlug, lessonSlug));

/** The same of a guide's lab. */
export function useGuideWorkshop(guideSlug: string) {
  const input = guideInput(guideSlug);
  const workshop = useRead(getGuideWorkshop, input);
  return {
    workshop,
    isUnlocking: useRefetchWhenUnlocked(workshop.locked, guideSlug, useRefetch(getGuideWorkshop, input)),
  };
}
export const prefetchGuideWorkshop = (client: QueryClient, guideSlug: string) =>
  prefetchRead(client, getGuideWorkshop, guideInput(guideSlug));
export const cachedGuideWorkshop = (client: QueryClient, guideSlug: string) =>
  cachedRead(client, getGuideWorkshop, guideInput(guideSlug));
