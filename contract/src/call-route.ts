import type { Call } from './call.ts';

/** The fields of a call that a client needs. */
type Route = Pick<Call, 'name' | 'method' | 'path' | 'who'> &
  Partial<Pick<Call, 'tenant' | 'loader' | 'changes' | 'viewable' | 'form' | 'message'>>;

/**
 * A call without its schemas, for browsers. Its type is that of the whole call, so that inputs and replies are
 * type-checked; the schemas stay on the server.
 */
/*#__NO_SIDE_EFFECTS__*/
export function callRoute<C extends Call>(route: Route): C {
  const defaults = { tenant: false, loader: true, changes: route.method !== 'GET', form: false };
  return { ...defaults, ...route } as Route as C;
}
