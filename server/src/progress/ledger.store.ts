import type { LedgerEntry } from '@academy/contract/progress';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { readableUntil } from '../db/readable-until.ts';
import type { Transaction } from '../db/transaction.ts';
import type { TenantScope } from '../values/scope.ts';

/** A place in the ledger: microseconds since 1970, then 1 for events and 2 for removals, then the number of the row. */
export interface LedgerPlace {
  micros: bigint;
  type: number;
  number: bigint;
}

export interface LedgerPage {
  entries: LedgerEntry[];
  /** Nothing more can be read for now. */
  isEnd: boolean;
}

const BEGINNING: LedgerPlace = { micros: 0n, type: 0, number: 0n };
const MINUTE = 60_000_000n;
/** Shorter parts of the ledger are read whole, however many rows they have. */
const SHORTEST = 1_000n;

/** The progress ledger as data warehouses read it. */
export function ledgerStore(db: Database) {
  return {
    /**
     * Entries after a place, in the order of their moments. It ends where a row could still be committed with an earlier
     * moment, so an entry that was passed is never joined by an earlier one.
     *
     * @param after null: from the first day
     */
    page(tenantId: TenantScope, after: LedgerPlace | null, max: number): Promise<LedgerPage> {
      // A snapshot would be older than the moment up to which everything is committed.
      return db.transaction(async (tx) => {
        const place = after ?? BEGINNING;
        const end = BigInt(Number(await readableUntil(tx))) * 1_000n;
        if (place.micros >= end) return { entries: [], isEnd: true };
        const until = await partWith(tx, tenantId, place, end, max);
        const entries = await entriesOf(tx, tenantId, place, until, max);
        return { entries, isEnd: until === end && entries.length < max };
      });
    },
  };
}
export type LedgerStore = ReturnType<typeof ledgerStore>;

/**
 * The end of a part of the ledger with as many rows as are wanted, or few more. Rows lie in the order of their moments but
 * have no index of them: a short part is found in few blocks, and sorting the whole rest for each page would take minutes.
 */
async function partWith(
  tx: Transaction,
  tenantId: TenantScope,
  { micros: from, type, number }: LedgerPlace,
  end: bigint,
  max: number,
): Promise<bigint> {
  const hasMore = async (until: bigint) => {
    const { rows } = await tx.execute<{ found: number }>(sql`
      select count(*)::integer as found from (
        select 1 from progress_event
        where tenant_id = ${tenantId} and recorded_at >= ${moment(from)} and recorded_at < ${moment(until)}
          and (recorded_at, 1, sequence) > (${moment(from)}, ${type}::integer, ${number}::bigint)
        limit ${max}
      ) part`);
    return (rows[0]?.found ?? 0) >= max;
  };
  let [few, step] = [from, MINUTE];
  let many = from + step;
  while (many < end && !(await hasMore(many))) {
    [few, step] = [many, step * 2n];
    many = few + step;
  }
  if (many >= end) {
    if (!(await hasMore(end))) return end;
    many = end;
  }
  while (many - few > SHORTEST) {
    const middle = (few + many) / 2n;
    if (await hasMore(middle)) many = middle;
    else few = middle;
  }
  return many;
}

async function entriesOf(
  tx: Transaction,
  tenantId: TenantScope,
  { micros, type, number }: LedgerPlace,
  until: bigint,
  max: number,
): Promise<LedgerEntry[]> {
  const inPart = (column: string) =>
    sql`${sql.raw(column)} >= ${moment(micros)} and ${sql.raw(column)} < ${moment(until)}`;
  const { rows } = await tx.execute<Row>(sql`
    select (extract(epoch from moment) * 1000000)::bigint as micros, type, number, person_id as "userId",
      item_kind as "itemKind", item_id as "itemId", kind, value, at
    from (
      select recorded_at as moment, 1 as type, sequence as number, person_id::text, item_kind, item_id, kind, value, at
      from progress_event where tenant_id = ${tenantId} and ${inPart('recorded_at')}
      union all
      select at, 2, event_id, target_id, null, null, null, null, null
      from audit_event where action = 'person.remove' and ${inPart('at')}
    ) entry
    where (moment, type, number) > (${moment(micros)}, ${type}::integer, ${number}::bigint)
    order by moment, type, number limit ${max}`);
  return rows.map(present);
}

interface Row extends Record<string, unknown> {
  micros: string;
  type: number;
  number: string;
  userId: string;
  itemKind: 'lesson' | 'guide' | 'course' | null;
  itemId: string | null;
  kind: (LedgerEntry & { type: 'event' })['kind'] | null;
  value: number | null;
  at: string | null;
}

function present({ micros, type, number, userId, itemKind, itemId, kind, value, at }: Row): LedgerEntry {
  const cursor = `${micros}.${type}.${number}`;
  const recordedAt = new Date(Number(BigInt(micros) / 1_000n)).toISOString();
  if (itemKind === null || itemId === null || kind === null || at === null)
    return { type: 'removal', cursor, userId, recordedAt };
  const event = { userId, itemKind, itemId, kind, value, at: new Date(at).toISOString(), recordedAt };
  return { type: 'event', cursor, ...event };
}

const moment = (micros: bigint) => sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/** @param cursor as the contract allows it */
export function ledgerPlace(cursor: string): LedgerPlace {
  const [micros = '0', type = '0', number = '0'] = cursor.split('.');
  return { micros: BigInt(micros), type: Number(type), number: BigInt(number) };
}
