import { and, gte, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Days such as 2030-01-31, UTC, first and last included; undefined: open end. */
export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

const DAY_MS = 86_400_000;

/** Rows whose moment lies in a period. @returns undefined for a period without ends: all rows */
export const inPeriod = (moment: PgColumn, { from, to }: Period): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(moment, new Date(from)),
    to === undefined ? undefined : lt(moment, new Date(Date.parse(to) + DAY_MS)),
  );
