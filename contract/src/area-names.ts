/**
 * The areas of the administration; `rules/areas.ts` says who may open which. A screen below `/admin/<area>` belongs to the
 * area of that name.
 */
export const AREAS = [
  'alerts',
  'audit',
  'certificates',
  'connections',
  'contact',
  'content',
  'directories',
  'emails',
  'feedback',
  'groups',
  'health',
  'labs',
  'learners',
  'mail',
  'reports',
  'roles',
  'stats',
  'tokens',
  'users',
  'vouchers',
  'webhooks',
] as const;
export type Area = (typeof AREAS)[number];
