import type { Call, CallStyle } from '../call.ts';

/** The query parameter by which a list becomes the learner's own. */
const OWN = 'progressFilterRequired';

/** The transport of a call with this query: a list of what is the learner's own is style one, whatever the list is. */
export function styleOf({ style }: Pick<Call, 'style'>, query: unknown): CallStyle {
  const isOwn = typeof query === 'object' && query !== null && (query as Record<string, unknown>)[OWN] === 'true';
  return isOwn ? 'bearer' : style;
}
