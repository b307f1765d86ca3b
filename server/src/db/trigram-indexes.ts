import type { Pool } from 'pg';

/** Indexes that find parts of words. A database may lack the extension that they need: its migrations left them out. */
const TRIGRAM_INDEXES: Readonly<Record<string, string>> = {
  person_search: 'person using gin (search_text gin_trgm_ops)',
  person_email_search: 'person using gin (email gin_trgm_ops)',
  certificate_search:
    'certificate using gin (name gin_trgm_ops, title gin_trgm_ops, (certificate_id::text) gin_trgm_ops)',
};

/** Statements that make the missing ones beside reads and writes, the extension first; empty when all are there. */
export async function missingTrigramIndexes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is null',
    [Object.keys(TRIGRAM_INDEXES)],
  );
  if (rows.length === 0) return [];
  const indexes = rows.map(({ name }) => `create index concurrently ${name} on ${TRIGRAM_INDEXES[name]}`);
  return ['create extension if not exists pg_trgm', ...indexes];
}
