/** The roles with a scope. An administrator of the whole installation has none: that is `isAdmin` of the person. */
export const ROLES = ['author', 'instructor', 'manager', 'academy-admin'] as const;
export type Role = (typeof ROLES)[number];
