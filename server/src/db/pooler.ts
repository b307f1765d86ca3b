import type { Pool } from 'pg';
import { STATEMENT_TIMEOUT_MS } from './connect.ts';

/** What an operator does about a pooler: the problem, and the next step. */
export interface PoolerProblem {
  problem: string;
  nextStep: string;
}

/**
 * What is wrong between a pool and its database, seen by the limit of statements: a pool without a pooler sends it when
 * it connects, behind a pooler the database role has it.
 *
 * @param isPooled whether DATABASE_DIRECT_URL is set, so that the pool is expected to pass a pooler
 */
export async function poolerProblem(pool: Pool, isPooled: boolean): Promise<PoolerProblem | null> {
  const { rows } = await pool.query<{ limit: string; role: string }>(
    `select setting as limit, quote_ident(session_user::text) as role from pg_settings where name = 'statement_timeout'`,
  );
  const { limit, role } = rows[0] ?? { limit: '0', role: 'academy' };
  if (isPooled) {
    if (Number(limit) > 0) return null;
    return {
      problem: 'Statements through the pooler have no time limit',
      nextStep: `Run at PostgreSQL: alter role ${role} set statement_timeout = '15s'; alter role ${role} set idle_in_transaction_session_timeout = '15s'; and then RECONNECT at pgbouncer`,
    };
  }
  if (Number(limit) === STATEMENT_TIMEOUT_MS) return null;
  return {
    problem:
      'DATABASE_URL leads to a connection pooler: servers hear late of each other’s publishes, and statements have no time limit',
    nextStep: 'Name the address of PostgreSQL itself in DATABASE_DIRECT_URL',
  };
}
