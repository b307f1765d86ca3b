import type { Call } from '../call.ts';

/** The two transports: `bearer` sends the access token (style one), `cached` the id token (style two). */
export type CallStyle = 'bearer' | 'cached';

/**
 * The calls of style two, by name; all others are style one. They read published content: their replies may be cached
 * for the viewer's day, and an id token is enough to make them.
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

/** The query parameter that turns a list into the learner's own. */
const OWN = 'progressFilterRequired';

/** The transport of a call with this query: a list of the learner's own content is style one, whichever list it is. */
export function styleOf({ name }: Pick<Call, 'name'>, query: unknown): CallStyle {
  const isOwn = typeof query === 'object' && query !== null && (query as Record<string, unknown>)[OWN] === 'true';
  return CACHED_CALLS.has(name) && !isOwn ? 'cached' : 'bearer';
}

/** Whether an id token is accepted by this call: for reads in style two only, never for changes. */
export const acceptsIdToken = (call: Pick<Call, 'name' | 'changes'>, query: unknown): boolean =>
  !call.changes && styleOf(call, query) === 'cached';
