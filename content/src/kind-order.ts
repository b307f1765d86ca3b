import type { ContentKind } from '@academy/contract/publishing';

/** The order in which kinds are published: kinds that others refer to come first. */
export const KIND_ORDER: readonly ContentKind[] = [
  'tags',
  'instructor',
  'page',
  'workshop',
  'course',
  'guide',
  'test',
  'path',
];
