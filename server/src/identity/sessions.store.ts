import type { SessionsStore, SignedInBrowser } from '@academy/identity/sessions';
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { accountSession, identityArtifact } from '../db/identity-tables.ts';
import { removedIdentity } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';

/** The last use of a session is stored at most this often, ms. */
const NOTE_EVERY_MS = 60_000;
/** Upper bound of a session's lifetime, ms. */
const MAX_SESSION_MS = 31 * 24 * 60 * 60_000;
/** Upper bound of an access token's lifetime, of any provider, ms. */
const TOKENS_LIVE_MS = 24 * 60 * 60_000;

/** Where an account is signed in, from the provider's storage. */
export function sessionsStore(db: Queries, now: () => number): SessionsStore {
  return {
    async noteUse(session) {
      const at = new Date(now());
      const used = { userAgent: session.userAgent, lastUsedAt: at };
      await db
        .insert(accountSession)
        .values({ ...session, ...used, createdAt: at })
        .onConflictDoUpdate({
          target: accountSession.sessionUid,
          set: used,
          setWhere: sql`${accountSession.lastUsedAt} <= ${new Date(at.getTime() - NOTE_EVERY_MS)}`,
        });
    },
  };
}

/** The browsers in which an account is signed in, the last used one first. */
export async function signedInBrowsers(db: Queries, accountId: string, at = new Date()): Promise<SignedInBrowser[]> {
  const { sessionUid, userAgent, createdAt, lastUsedAt } = accountSession;
  return db
    .select({ sessionUid, userAgent, createdAt, lastUsedAt })
    .from(accountSession)
    .innerJoin(
      identityArtifact,
      and(
        eq(identityArtifact.model, 'Session'),
        eq(identityArtifact.uid, sessionUid),
        sql`${identityArtifact.payload} ->> 'accountId' = ${accountId}`,
        or(isNull(identityArtifact.expiresAt), sql`${identityArtifact.expiresAt} > ${at}`),
      ),
    )
    .where(eq(accountSession.accountId, accountId))
    .orderBy(desc(lastUsedAt), sessionUid)
    .limit(1_000);
}

/**
 * Ends some sessions of an account in all academies, with their grants, codes and refresh tokens.
 * @returns number of ended sessions
 */
export function endSessionsOf(db: Queries, accountId: string, uids: readonly string[]): Promise<number> {
  return endSessions(db, uids, {
    session: sql`payload ->> 'accountId' = ${accountId}`,
    noted: sql`account_id = ${accountId}`,
  });
}

/**
 * Ends the sessions of a directory's people that did not begin there: of accounts that belong to it, or have an address
 * of a domain that it has proved. For a directory in which its people must log in.
 *
 * @returns number of ended sessions
 */
export async function endSessionsElsewhere(db: Queries, directoryId: string): Promise<number> {
  const { rows } = await db.execute<{ uid: string }>(sql`
    with people as (
      select account_id::text as id from account where lower(split_part(email, '@', 2)) in (
        select domain from directory_domain where directory_id = ${directoryId} and proved_at is not null)
      union select account_id::text from directory_account where directory_id = ${directoryId}
    )
    select uid from people
    join identity_artifact one on one.payload ->> 'accountId' = people.id and one.model = 'Session'
    where uid is not null and not exists (
      select 1 from identity_artifact origin
      where origin.model = 'DirectorySession' and origin.id = one.uid
        and origin.payload ->> 'directoryId' = ${directoryId})`);
  let ended = 0;
  for (let from = 0; from < rows.length; from += BATCH) {
    const uids = rows.slice(from, from + BATCH).map(({ uid }) => uid);
    ended += await endSessions(db, uids, { session: sql`true`, noted: sql`true` });
  }
  return ended;
}

async function endSessions(db: Queries, uids: readonly string[], of: { session: SQL; noted: SQL }): Promise<number> {
  const requested = sql`array[${sql.join(
    uids.map((uid) => sql`${uid}`),
    sql`, `,
  )}]::text[]`;
  const ended = await db.execute(sql`
    with ended as (
      delete from identity_artifact
      where model = 'Session' and uid = any(${requested}) and ${of.session}
      returning uid, payload
    ), grants as (
      select one.value ->> 'grantId' as id
      from ended, jsonb_each(coalesce(ended.payload -> 'authorizations', '{}'::jsonb)) one
    ), tokens as (
      delete from identity_artifact where grant_id in (select id from grants)
    ), gone as (
      -- Not together with the tokens: with "or" no index is used, and everybody's sessions are read.
      delete from identity_artifact where model = 'Grant' and id in (select id from grants)
    ), noted as (
      delete from account_session where ${of.noted} and session_uid = any(${requested})
      returning session_uid
    ), closed as (${close()})
    select uid from ended`);
  return ended.rowCount ?? 0;
}

/**
 * Ends everything that an account is signed in to: sessions, grants, codes, refresh tokens and sign-ins in progress.
 * @returns number of ended sessions
 */
export async function endAllSessions(db: Queries, accountId: string): Promise<number> {
  const ended = await db.execute<{ sessions: number }>(sql`
    with ended as (
      delete from identity_artifact
      where payload ->> 'accountId' = ${accountId}
        or (model = 'Interaction' and payload -> 'result' -> 'login' ->> 'accountId' = ${accountId})
      returning model, case when model = 'Session' then uid end as uid
    ), noted as (
      delete from account_session where account_id = ${accountId} returning session_uid
    ), closed as (${close()})
    select count(*) filter (where model = 'Session')::int as sessions from ended`);
  return ended.rows[0]?.sessions ?? 0;
}

/**
 * Records that sessions have ended for good. The provider stores a session again at the end of each of its requests: a
 * request in progress would restore it.
 */
function close(): SQL {
  const until = new Date(Date.now() + MAX_SESSION_MS);
  return sql`
    insert into identity_artifact (model, id, payload, expires_at)
    select 'EndedSession', uid, '{}'::jsonb, ${until}::timestamptz
    from (select uid from ended union select session_uid from noted) one where uid is not null
    on conflict (model, id) do nothing`;
}

/** Condition: the artifact is not a session that was ended. */
export const NOT_ENDED: SQL = sql`not exists (
  select 1 from identity_artifact closed where closed.model = 'EndedSession' and closed.id = identity_artifact.uid)`;

/** Deletes records of removed people whose tokens have expired. */
export async function deleteOldRemovals(db: Queries, at = new Date()): Promise<void> {
  await db.delete(removedIdentity).where(lt(removedIdentity.removedAt, new Date(at.getTime() - TOKENS_LIVE_MS)));
}

/** Sessions that are found at once, and those that one statement deletes: its locks last a moment only. */
const MAX_FOUND = 10_000;
const BATCH = 1_000;

/** Deletes records of expired sessions, and of removed people whose tokens have expired. @returns number of rows */
export async function deleteEndedSessions(db: Queries, at = new Date()): Promise<number> {
  await deleteOldRemovals(db, at);
  let deleted = 0;
  for (;;) {
    // Two indexes are compared once, not once for each batch.
    const { rows } = await db.execute<{ uid: string }>(sql`
      select session_uid as uid from account_session where not exists (
        select from identity_artifact one where one.model = 'Session' and one.uid = session_uid)
      limit ${MAX_FOUND}`);
    for (let from = 0; from < rows.length; from += BATCH) {
      const uids = rows.slice(from, from + BATCH).map(({ uid }) => uid);
      deleted += (await db.delete(accountSession).where(inArray(accountSession.sessionUid, uids))).rowCount ?? 0;
    }
    if (rows.length < MAX_FOUND) return deleted;
  }
}
