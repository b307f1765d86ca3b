import type { Call } from '../call.ts';

/** The two transports: `bearer` sends the access token (style one), `cached` the id token (style two). */
export type CallStyle = 'bearer' | 'cached';

/**
 * The calls of style two, by name; all others are style one. They read what the academy published: their replies may be
 * kept for the viewer's day, and an id token is enough to make them.
 */
export const CACHED_CALLS: ReadonlySet<string> = new Set([
  'listCourses',
  'getCourse',
  'listGuides',
  'getGuide',
  'listLearningPaths',
  'getLearningPath',
  'listInstructors',
  'getInstructor',
  'getContentPage',
]);

/** The query parameter by which a list becomes the learner's own. */
const OWN = 'progressFilterRequired';

/** The transport of a call with this query: a list of what is the learner's own is style one, whatever the list is. */
export function styleOf({ name }: Pick<Call, 'name'>, query: unknown): CallStyle {
  const isOwn = typeof query === 'object' && query !== null && (query as Record<string, unknown>)[OWN] === 'true';
  return CACHED_CALLS.has(name) && !isOwn ? 'cached' : 'bearer';
}

/** Whether an id token is a bearer of this call: it reads what style two reads, and never changes anything. */
export const acceptsIdToken = (call: Pick<Call, 'name' | 'changes'>, query: unknown): boolean =>
  !call.changes && styleOf(call, query) === 'cached';
