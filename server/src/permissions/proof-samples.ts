import { getGuideLabProof, getLessonLabProof } from '@academy/contract/workshops';
import type { MakeForeign, Sample } from './permission-records.ts';

const lesson = (courseSlug: string, lessonSlug: string) => ({ params: { courseSlug, lessonSlug } });
const guide = (guideSlug: string) => ({ params: { guideSlug } });

/** Inputs of the calls about proofs of labs with which a permitted principal succeeds. */
export const proofSamples: Readonly<Record<string, Sample>> = {
  getLessonLabProof: async () => lesson('spring-course', 'spring-lab'),
  getGuideLabProof: async () => guide('spring-guide'),
};

/** Proofs of labs of another academy. */
export const foreignProofs: Readonly<Record<string, MakeForeign>> = {
  "the proof of another academy's lab": async () => ({
    call: getLessonLabProof,
    principal: 'user',
    foreign: lesson('kube-course', 'kube-lab'),
    missing: lesson('nowhere', 'nothing'),
  }),
  "the proof of another academy's guide lab": async () => ({
    call: getGuideLabProof,
    principal: 'user',
    foreign: guide('kube-guide'),
    missing: guide('nowhere'),
  }),
};
