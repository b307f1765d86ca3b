import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { findPostgres } from '../db/postgres-binaries.ts';
import { PORT, serverArguments, USER } from '../db/postgres-cluster.ts';
import { afterFile } from './after-file.ts';
import { type RunningProgram, runAsPostgres } from './program.fixture.ts';

export interface PrimaryAndStandby {
  primary: EmbeddedPostgres;
  standby: RunningProgram & { connectionString: string };
  /** The standby receives changes but does not apply them, or applies them again. */
  holdBack(held: boolean): Promise<void>;
}

/** A real primary server with a standby that follows it by streaming. */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-standby-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const start = () => startEmbeddedPostgres({ dataFolder: join(folder, 'a'), durable: false });
  const first = await start();
  await first.stop();
  const [directory, sockets] = [join(folder, 'b'), join(folder, 's')];
  // A copy of a server that was stopped cleanly can follow it from there.
  cpSync(join(first.home, 'pg'), directory, { recursive: true });
  chmodSync(directory, 0o700);
  writeFileSync(join(directory, 'standby.signal'), '');
  mkdirSync(sockets, { mode: 0o700 });
  const primary = await start();
  afterFile(() => primary.stop());
  const { searchParams } = new URL(primary.connectionString);
  const follow = `primary_conninfo=host=${searchParams.get('host')} port=${PORT} user=${USER}`;
  const args = [...serverArguments(directory, sockets, false), '-c', follow, '-c', 'logging_collector=off'];
  const running = runAsPostgres(directory, findPostgres('embedded').postgres, args);
  const url = new URL(primary.connectionString);
  url.searchParams.set('host', sockets);
  const ask = async (statement: string) => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await vi.waitFor(
    () => {
      if (running.child.exitCode !== null) throw new Error(`the standby ended: ${running.output()}`);
      return ask('select 1');
    },
    { timeout: 30_000, interval: 200 },
  );
  return {
    primary,
    standby: { ...running, connectionString: url.href },
    holdBack: (held) => ask(held ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()'),
  };
}
