/** `spring` as people read it. */
export const academyName = (tenantId: string): string =>
  `${tenantId.charAt(0).toUpperCase()}${tenantId.slice(1)} Academy`;
