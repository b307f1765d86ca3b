import type { Connection } from '@academy/server/db/connect';
import { type Finding, wrong } from './check.ts';

/** Names of tables that one line lists. */
const NAMED = 3;

/**
 * What keeps the user of DATABASE_URL from writing: a database that is set to read only, or tables that belong to another
 * user, such as those that an administrator has restored.
 */
export async function rightsFindings(pool: Connection['pool']): Promise<Finding[]> {
  const { rows: settings } = await pool.query<{ readOnly: boolean; owner: string }>(
    `select current_setting('transaction_read_only') = 'on' as "readOnly", current_user as owner`,
  );
  const [{ readOnly, owner } = { readOnly: false, owner: '' }] = settings;
  const { rows: foreign } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and not pg_has_role(relowner, 'USAGE')
     order by relname`,
  );
  const findings: Finding[] = [];
  if (readOnly)
    findings.push(
      wrong(
        'The database takes no writes from this user: "default_transaction_read_only" is on.',
        `Find where it is set ("\\drds" of psql lists roles and databases), and take it back: "alter role ${owner} reset default_transaction_read_only".`,
      ),
    );
  if (foreign.length > 0) {
    const names = foreign.slice(0, NAMED).map(({ name }) => name);
    const more = foreign.length > NAMED ? ` and ${foreign.length - NAMED} more` : '';
    findings.push(
      wrong(
        `Tables belong to another user than "${owner}" of DATABASE_URL: ${names.join(', ')}${more}.`,
        `As an administrator of PostgreSQL run "alter table <name> owner to ${owner}" for each, or restore as that user.`,
      ),
    );
  }
  return findings;
}
