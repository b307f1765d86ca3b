import { covers, WHOLE_ACADEMY } from '@academy/contract/rules/held-roles';
import { or, type SQL, sql } from 'drizzle-orm';
import { contentItem } from '../db/tables.ts';

/** Condition: the item is within one of the scopes of an author. */
export function withinScopes(scopes: readonly string[]): SQL | undefined {
  if (scopes.includes(WHOLE_ACADEMY)) return undefined;
  const named = sql`(${contentItem.kind} || ':' || ${contentItem.id})`;
  return or(
    sql`false`,
    ...scopes.map((scope) =>
      scope.endsWith('*') ? sql`starts_with(${named}, ${scope.slice(0, -1)})` : sql`${named} = ${scope}`,
    ),
  );
}

/** Whether an item is within one of the scopes of an author. */
export const isWithinScopes = (scopes: readonly string[], kind: string, id: string): boolean =>
  scopes.some((scope) => covers(scope, `${kind}:${id}`));
