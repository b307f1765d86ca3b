import { type SQL, sql } from 'drizzle-orm';
import { uuidOfText } from '../db/uuid-of-text.ts';
import { type Comparison, equationsOf, type Filter, type FilterValue } from './scim-filter.ts';

/** How an attribute is found in the database. */
export type Column =
  /** A text; `exact`: with its case. */
  | { kind: 'text'; of: SQL; exact?: true }
  | { kind: 'id' | 'boolean' | 'moment'; of: SQL }
  /** A list in JSON with an index of `lower(of)::jsonb`. */
  | { kind: 'entries'; of: SQL }
  /** Ids in another table; `has` is the condition that one is among them. */
  | { kind: 'ids'; has: (id: SQL) => SQL; any: SQL };

export type Columns = Readonly<Record<string, Column>>;

/** The condition of a filter. Attributes that are not known have no value. */
export function filterSql(columns: Columns, filter: Filter): SQL {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const [a, b] = filter.parts.map((part) => filterSql(columns, part));
    return filter.kind === 'and' ? sql`(${a} and ${b})` : sql`(${a} or ${b})`;
  }
  if (filter.kind === 'not') return sql`not coalesce(${filterSql(columns, filter.of)}, false)`;
  const [name = '', part] = filter.attribute.split('.');
  const column = columns[filter.attribute] ?? columns[name];
  if (column === undefined) return filter.kind === 'compare' && filter.comparison === 'ne' ? sql`true` : sql`false`;
  if (column.kind === 'entries') return entriesSql(column.of, filter, part ?? 'value');
  if (column.kind === 'ids') return idsSql(column, filter);
  if (filter.kind === 'some') return sql`false`;
  if (filter.kind === 'present') return sql`(${column.of}) is not null`;
  return singleSql(column, filter.comparison, filter.value);
}

type Simple = Extract<Filter, { kind: 'compare' | 'present' | 'some' }>;

/** At least one value of a list matches. What only compares for equality is found by the index. */
function entriesSql(list: SQL, filter: Simple, part: string): SQL {
  const of: Filter = filter.kind === 'some' ? filter.of : { ...filter, attribute: part };
  if (isEquation(of)) {
    const wanted = JSON.stringify([equationsOf(of)]).toLowerCase();
    return sql`lower(${list})::jsonb @> ${wanted}::jsonb`;
  }
  const entry = (name: string): Column => ({ kind: 'text', of: sql`(one ->> ${name}::text)` });
  const parts: Columns = { value: entry('value'), type: entry('type'), primary: entry('primary') };
  return sql`exists (select from jsonb_array_elements((${list})::jsonb) one where ${filterSql(parts, of)})`;
}

function isEquation(filter: Filter): boolean {
  if (filter.kind === 'and') return filter.parts.every(isEquation);
  return filter.kind === 'compare' && filter.comparison === 'eq' && typeof filter.value === 'string';
}

function idsSql({ has, any }: Extract<Column, { kind: 'ids' }>, filter: Simple): SQL {
  if (filter.kind === 'present') return any;
  const { value } = filter.kind === 'some' ? equationsOf(filter.of) : filter;
  if (value === undefined || (filter.kind === 'compare' && filter.comparison !== 'eq')) return sql`false`;
  return has(uuidOfText(String(value)));
}

function singleSql(column: Extract<Column, { of: SQL }>, comparison: Comparison, value: FilterValue): SQL {
  const { of } = column;
  if (value === null) return comparison === 'eq' ? sql`(${of}) is null` : sql`(${of}) is not null`;
  if (column.kind === 'id') return compareSql(of, comparison, uuidOfText(String(value)), false);
  if (column.kind === 'boolean')
    return compareSql(of, comparison, sql`${String(value).toLowerCase() === 'true'}`, false);
  if (column.kind === 'moment') {
    const at = new Date(String(value));
    return Number.isNaN(at.getTime())
      ? sql`false`
      : compareSql(of, comparison, sql`${at.toISOString()}::timestamptz`, false);
  }
  const text = String(value).replaceAll('\0', '');
  return 'exact' in column
    ? compareSql(of, comparison, sql`${text}::text`, true)
    : compareSql(sql`lower(${of})`, comparison, sql`${text.toLowerCase()}::text`, true);
}

/** @param isText whether parts can be compared */
function compareSql(of: SQL, comparison: Comparison, value: SQL, isText: boolean): SQL {
  if (comparison === 'eq') return sql`${of} = ${value}`;
  if (comparison === 'ne') return sql`${of} is distinct from ${value}`;
  if (comparison === 'co') return isText ? sql`strpos(${of}, ${value}) > 0` : sql`false`;
  if (comparison === 'sw') return isText ? sql`starts_with(${of}, ${value})` : sql`false`;
  if (comparison === 'ew') return isText ? sql`right(${of}, length(${value})) = ${value}` : sql`false`;
  return sql`${of} ${sql.raw({ gt: '>', ge: '>=', lt: '<', le: '<=' }[comparison])} ${value}`;
}
