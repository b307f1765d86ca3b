/** Stands in for the query library's infinite queries. To use them, take this stand-in out of lean-packages.ts. */
export function infiniteQueryBehavior(): never {
  throw new Error('Infinite queries are left out of the build, see lean-packages.ts');
}
/** @alias */
export const hasNextPage = infiniteQueryBehavior;
/** @alias */
export const hasPreviousPage = infiniteQueryBehavior;
