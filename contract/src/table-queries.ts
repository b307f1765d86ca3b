import * as v from 'valibot';
import { MAX_PAGE_SIZE, TABLE_PAGE_SIZE } from './constants.ts';
import { DaySchema, QueryNumberSchema } from './entities.ts';

/** Page of an administration table; lists that grow with learners end after `TABLE_ENTRIES_MAX` entries. */
export const TablePageQuery = {
  pageNumber: v.optional(v.pipe(QueryNumberSchema, v.maxValue(1_000_000)), 0),
  pageSize: v.optional(v.pipe(QueryNumberSchema, v.minValue(1), v.maxValue(MAX_PAGE_SIZE)), TABLE_PAGE_SIZE),
};

/** Search text of a table: each word must occur in its texts, in any letter case. */
export const SearchTextSchema = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '');

/** First and last day of a period, UTC. */
export const PeriodQuery = { from: v.optional(DaySchema), to: v.optional(DaySchema) };
