import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { afterFile } from './after-file.ts';
import { type RunningProgram, runAsPostgres } from './program.fixture.ts';

const PORT = 6432;

/** A real pgbouncer in transaction mode in front of a database of this run. */
export async function startPgbouncer(
  program: string,
  connectionString: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningProgram & { connectionString: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-pgbouncer-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const url = new URL(connectionString);
  const host = url.searchParams.get('host') ?? url.hostname;
  const password = url.password === '' ? '' : ` password=${decodeURIComponent(url.password)}`;
  const options = {
    listen_port: String(PORT),
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: '5',
    ...settings,
  };
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${host} port=${url.port || 5432} user=${url.username}${password}`,
    '[pgbouncer]',
    ...Object.entries(options).map(([name, value]) => `${name} = ${value}`),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const running = runAsPostgres(folder, program, [file]);
  url.port = String(PORT);
  url.searchParams.set('host', folder);
  await vi.waitFor(
    async () => {
      if (running.child.exitCode !== null) throw new Error(`pgbouncer ended: ${running.output()}`);
      const client = new Client({ connectionString: url.href });
      await client.connect();
      await client.end();
    },
    { timeout: 10_000, interval: 100 },
  );
  return { ...running, connectionString: url.href };
}
