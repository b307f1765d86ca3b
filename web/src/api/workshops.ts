import {
  getGuideLabProof,
  getGuideWorkshop,
  getLessonLabProof,
  getLessonWorkshop,
} from '@academy/contract/call-routes/workshops';
import type { LabProof } from '@academy/contract/lab-proof';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { slugsOf } from '../navigation/parts-of-address.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
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

/**
 * The record of a lab's proof.
 *
 * @param path of the lesson or guide
 * @returns undefined until it is loaded; null when there is none, or it cannot be loaded
 */
export function useLabProof(path: string): LabProof | null | undefined {
  const { data, isError } = useQuery({
    queryKey: [getLessonLabProof.name, path],
    queryFn: async ({ signal }) => {
      const { slug, lessonSlug } = slugsOf(path);
      const { proof } = await (lessonSlug === ''
        ? call(getGuideLabProof, guideInput(slug), { ...QUIET, signal })
        : call(getLessonLabProof, lessonInput(slug, lessonSlug), { ...QUIET, signal }));
      return proof;
    },
  });
  return isError ? null : data;
}
