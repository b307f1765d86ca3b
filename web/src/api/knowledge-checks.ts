import { getKnowledgeCheck } from '@academy/contract/call-routes';
import type { QueryClient } from '@tanstack/react-query';
import { useOpening } from './use-opening.ts';
import { prefetchRead, useRead, useReread } from './use-read.ts';

const checkInput = (courseSlug: string, lessonSlug: string) => ({ params: { courseSlug, lessonSlug } });

/** The questions of a knowledge check; `isOpening` while a locked one is asked for again. */
export function useKnowledgeCheck(courseSlug: string, lessonSlug: string) {
  const input = checkInput(courseSlug, lessonSlug);
  const check = useRead(getKnowledgeCheck, input);
  const isOpening = useOpening(check.locked, check.lessonId, useReread(getKnowledgeCheck, input));
  return { check, isOpening };
}
export const prefetchKnowledgeCheck = (client: QueryClient, courseSlug: string, lessonSlug: string) =>
  prefetchRead(client, getKnowledgeCheck, checkInput(courseSlug, lessonSlug));
