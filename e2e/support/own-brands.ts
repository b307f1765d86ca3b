import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Academy, TENANTS, type TenantName } from './academy.ts';
import { databaseUrlOf } from './people.ts';
import { ROOT } from './process.ts';

/** Folder of the brands of shared academies: those of the installation, and copies that files claim. */
export const BRANDS_FOLDER = 'E2E_BRANDS';
/**
 * Copies of each brand: at most as many files of one worker want one of their own. Each gets a token of the first
 * administrator, who may have a hundred and makes some in journeys.
 */
const COPIES: Readonly<Record<TenantName, number>> = { spring: 18, kube: 12, tanzu: 10 };
const COPIED = TENANTS.flatMap((brand) => Array.from({ length: COPIES[brand] }, (_, at) => `${brand}${at + 1}`));
/** Who gets contact messages of a copy. */
export const contactAddress = (tenantId: string): string => `team@${tenantId}.example.org`;

/** Settings of shared academies. */
export const sharedSettings = (): Record<string, string> => ({
  ACADEMY_TENANTS_FOLDER: process.env[BRANDS_FOLDER] ?? '',
  ACADEMY_CONTACT_ADDRESSES: COPIED.map((id) => `${id}=${contactAddress(id)}`).join(','),
  // No delay that collects changes of authors.
  ACADEMY_NEWS_WAIT_MINUTES: '0',
  ACADEMY_BRIGHTCOVE_ACCOUNT: '4711',
  ACADEMY_BRIGHTCOVE_PLAYER: 'ourPlayer',
});

/**
 * The tables of what is published, but for the words by which search corrects spelling: indexing them takes ten times as
 * long as all the rest, and the journeys about search read the brands of the installation.
 */
const CONTENT = [
  'content_item',
  'content_version',
  'lesson',
  'asset_use',
  'search_entry',
  'catalogue_version',
] as const;

/** Writes the brands of shared academies: `spring1` is as `spring`, but has its own content, learners' data and address. */
export function writeBrands(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-brands-'));
  for (const brand of TENANTS) {
    const from = join(ROOT, 'tenants', brand);
    cpSync(from, join(folder, brand), { recursive: true });
    const text = readFileSync(join(from, 'tenant.ts'), 'utf8');
    for (let number = 1; number <= COPIES[brand]; number += 1) {
      const copy = join(folder, `${brand}${number}`);
      mkdirSync(copy);
      cpSync(from, copy, { recursive: true });
      // After all brands of the installation, wherever they are listed.
      const own = text
        .replace(`tenantId: '${brand}'`, `tenantId: '${brand}${number}'`)
        .replace(/order: \d+/, `order: ${1000 + number}`);
      writeFileSync(join(copy, 'tenant.ts'), own);
    }
  }
  return folder;
}

/** How many copies of each brand are claimed in the shared academy of this worker. */
const claimed = new Map<TenantName, number>();

/**
 * Claims a copy of a brand in a running academy, and gives it the samples of that brand.
 *
 * @returns its tenant id
 */
export async function claimBrand(academy: Academy, brand: TenantName): Promise<string> {
  const number = (claimed.get(brand) ?? 0) + 1;
  if (number > COPIES[brand])
    throw new Error(`More than ${COPIES[brand]} files want a ${brand} of their own: raise COPIES`);
  claimed.set(brand, number);
  const copy = `${brand}${number}`;
  const client = new Client({ connectionString: databaseUrlOf(academy.dataFolder) ?? '' });
  await client.connect();
  try {
    await client.query('begin');
    for (const table of CONTENT) {
      const columns = await columnsOf(client, table);
      const values = columns.map((column) => (column === 'tenant_id' ? '$1' : `"${column}"`));
      const list = columns.map((column) => `"${column}"`).join(', ');
      await client.query(
        `insert into ${table} (${list}) select ${values.join(', ')} from ${table} where tenant_id = $2`,
        [copy, brand],
      );
    }
    // As a publish does: the server reads what is new.
    await client.query(
      `select pg_notify('academy_catalogue', $1 || ' ' || version || ' content') from catalogue_version where tenant_id = $1`,
      [copy],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
  return copy;
}

/** Columns that a row brings along; the database makes the others. */
async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  return rows.map(({ name }) => name);
}
