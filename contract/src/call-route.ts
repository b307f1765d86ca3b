import type { Call } from './call.ts';

/** What a caller needs to know of a call. */
type Route = Pick<Call, 'name' | 'method' | 'path' | 'who'> &
  Partial<Pick<Call, 'tenant' | 'loader' | 'changes' | 'viewable' | 'form' | 'message'>>;

/**
 * A call as browsers know it. Its type is that of the whole call, by which inputs and replies are checked; the schemas
 * themselves stay with the server.
 */
/*#__NO_SIDE_EFFECTS__*/
export function callRoute<C extends Call>(route: Route): C {
  const defaults = { tenant: false, loader: true, changes: route.method !== 'GET', form: false };
  return { ...defaults, ...route } as Route as C;
}
