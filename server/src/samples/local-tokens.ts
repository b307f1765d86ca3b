import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TenantId } from '@academy/contract/tenants';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { person, personalAccessToken } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { StartProblem } from '../settings/start-problem.ts';
import { hashToken, makeToken, tokenEnd } from '../values/token-format.ts';

/** Their name begins so, followed by something unique. */
const TOKEN_NAME = 'publishing from this machine, ';

/** File of the data folder that lets `apply` on this machine publish without configuration. */
export const LOCAL_TOKENS_FILE = 'local-tokens.json';
const ADMIN = 'admin@example.org';
const IS_ADMIN = and(eq(person.issuer, EMBEDDED_ISSUER), eq(person.email, ADMIN));
const DAYS = 366;
/** A token is replaced when it expires within this time, ms. */
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60_000;

/**
 * Keeps one publishing token per tenant in the data folder (mode 0600), owned by the sample admin. Only for
 * `local`.
 */
export async function ensureLocalTokens(db: Database, dataFolder: string, tenantIds: TenantId[]): Promise<void> {
  const file = join(dataFolder, LOCAL_TOKENS_FILE);
  const kept = await readKept(file);
  const store = personalAccessTokensStore(db);
  const tokens: Record<TenantId, string> = {};
  let changed = false;
  for (const tenantId of tenantIds) {
    const known = kept[tenantId];
    const row = known === undefined ? null : await store.findByHash(hashToken(known));
    if (
      known !== undefined &&
      row !== null &&
      row.tenantId === tenantId &&
      row.expiresAt.getTime() > Date.now() + RENEW_BEFORE_MS
    ) {
      tokens[tenantId] = known;
      continue;
    }
    tokens[tenantId] = await newToken(db, tenantId);
    changed = true;
  }
  if (changed) await writeTokens(file, tokens);
}

/**
 * Replaces the publishing tokens of the data folder. The former ones, also those of files that were lost, are refused from
 * then on.
 *
 * @returns how many; 0 where the folder has none
 */
export async function replaceLocalTokens(db: Database, dataFolder: string): Promise<number> {
  const file = join(dataFolder, LOCAL_TOKENS_FILE);
  const tenantIds = Object.keys(await readKept(file));
  if (tenantIds.length === 0) return 0;
  await db.transaction(async (tx) => {
    const ofAdmin = tx.select({ personId: person.personId }).from(person).where(IS_ADMIN);
    const isOurs = sql`starts_with(${personalAccessToken.name}, ${TOKEN_NAME})`;
    await tx.delete(personalAccessToken).where(and(inArray(personalAccessToken.personId, ofAdmin), isOurs));
    const tokens: Record<TenantId, string> = {};
    for (const tenantId of tenantIds) tokens[tenantId] = await newToken(tx, tenantId);
    await writeTokens(file, tokens);
  });
  return tenantIds.length;
}

async function writeTokens(file: string, tokens: Readonly<Record<TenantId, string>>): Promise<void> {
  const next = `${file}.new`;
  await writeFile(next, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 });
  await chmod(next, 0o600);
  await rename(next, file);
}

async function newToken(db: Queries, tenantId: TenantId): Promise<string> {
  const admins = await db.select({ personId: person.personId }).from(person).where(IS_ADMIN).limit(1);
  const [admin] = admins;
  if (admin === undefined)
    throw new StartProblem(`The sample person ${ADMIN} is missing.`, 'Start again with an empty data folder.');
  const token = makeToken();
  await personalAccessTokensStore(db).createToken({
    personId: admin.personId,
    tenantId,
    // When the file is lost its tokens exist until they expire, so each gets a unique name.
    name: `${TOKEN_NAME}${randomBytes(4).toString('hex')}`,
    abilities: ['content:write'],
    tokenHash: hashToken(token),
    expiresAt: tokenEnd(new Date(), DAYS),
  });
  return token;
}

async function readKept(file: string): Promise<Record<TenantId, string>> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (kept === null || typeof kept !== 'object') return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch (error) {
    // Missing or damaged: new tokens are made.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return {};
    throw error;
  }
}
