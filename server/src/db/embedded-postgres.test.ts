import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { StartProblem } from '../settings/start-problem.ts';
import { isAlive, sendSignal, waitUntilGone } from '../values/processes.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { sharedPlaceOf } from './shared-place.ts';

const isRoot = process.getuid?.() === 0;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const postgres of running.splice(0)) await postgres.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that only this user may enter. */
function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'academy-launcher-')));
  folders.push(folder);
  return folder;
}

async function start(
  dataFolder: string,
  options: Omit<Parameters<typeof startEmbeddedPostgres>[0], 'dataFolder'> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: false, ...options });
  running.push(postgres);
  return postgres;
}

async function query<Row extends object>({ connectionString }: { connectionString: string }, text: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function refusal(work: Promise<unknown>): Promise<StartProblem> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof StartProblem) return error;
  throw new Error(`expected a StartProblem, got ${String(error)}`);
}

/** A process that starts the database and writes; resolves when this many rows are acknowledged. */
async function writingParent(dataFolder: string, rows: number) {
  const file = join(import.meta.dirname, '../testing/writing-parent.fixture.ts');
  const child = spawn(process.execPath, [file, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let postgresPid = 0;
  let acknowledged = 0;
  let enough: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    enough = resolve;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('ready ')) postgresPid = Number(line.slice(6));
    else acknowledged = Number(line);
    if (acknowledged >= rows) enough();
  });
  await Promise.race([reached, once(child, 'exit').then(() => Promise.reject(new Error('the parent ended early')))]);
  return {
    pid: child.pid ?? 0,
    postgresPid,
    /** Kills it and returns the last row that was acknowledged. */
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal);
      await once(child, 'close');
      return acknowledged;
    },
  };
}

describe('the embedded database', () => {
  test('keeps its data over a stop, with checksums and its own collation', async () => {
    const folder = newFolder();
    const first = await start(join(folder, 'new', 'data'));
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(findRunningPostgres(join(folder, 'new', 'data'))).toBeNull();

    const second = await start(join(folder, 'new', 'data'));
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
    const [facts] = await query(
      second,
      `select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
              datlocprovider::text as provider, datlocale as locale from pg_database where datname = current_database()`,
    );
    expect(facts).toEqual({ checksums: 'on', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' });
  });

  // Shows security#on-disk
  test('writes through to the disk', async () => {
    const postgres = await start(newFolder(), { durable: true });
    const [settings] = await query(
      postgres,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('full_page_writes') as pages`,
    );
    expect(settings).toEqual({ fsync: 'on', commit: 'on', pages: 'on' });
  });

  test('listens on a socket that only its user can reach, and on no network', async () => {
    const folder = newFolder();
    const postgres = await start(folder);
    expect(await query(postgres, `select current_setting('listen_addresses') as tcp`)).toEqual([{ tcp: '' }]);
    expect(statSync(join(folder, 'pg')).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, 'pg/.s.PGSQL.5432'))).toBe(true);
    expect(findRunningPostgres(folder)).toBe(postgres.connectionString);
  });

  test('works in a folder whose path is too long for a socket', async () => {
    const folder = join(newFolder(), 'a-very-long-name-of-a-folder/'.repeat(4));
    const postgres = await start(folder);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(findRunningPostgres(folder)).toBe(postgres.connectionString);
  });

  test('starts over when an earlier first start was interrupted', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'pg.new-12345'));
    writeFileSync(join(folder, 'pg.new-12345/PG_VERSION'), '18');
    await start(folder);
    expect(readdirSync(folder).filter((name) => name.startsWith('pg.new'))).toEqual([]);
  });

  test('is restarted when it is killed', async () => {
    const postgres = await start(newFolder());
    const killed = postgres.pid;
    sendSignal(killed, 'SIGKILL');
    await expect.poll(() => postgres.pid !== 0 && postgres.pid !== killed, { timeout: 10_000 }).toBe(true);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('after a kill under writes, the next start has every acknowledged row', () => {
  async function expectAllRows(folder: string, acknowledged: number, adopted: boolean) {
    // The duration is measured by `./academy bench --only starts`.
    const postgres = await start(folder, { durable: true });
    const [row] = await query<{ rows: number }>(
      postgres,
      `select count(*)::integer as rows from written where number <= ${acknowledged}`,
    );
    expect(row?.rows).toBe(acknowledged);
    expect(postgres.adopted).toBe(adopted);
  }

  test('when the server alone was killed: its database is adopted', async () => {
    const folder = newFolder();
    const parent = await writingParent(folder, 50);
    const acknowledged = await parent.kill();
    expect(isAlive(parent.postgresPid)).toBe(true);
    await expectAllRows(folder, acknowledged, true);
  });

  test('when server and database were killed: the log is replayed', async () => {
    const folder = newFolder();
    const parent = await writingParent(folder, 50);
    sendSignal(parent.postgresPid, 'SIGKILL');
    const acknowledged = await parent.kill();
    await waitUntilGone(parent.postgresPid, 5_000);
    await expectAllRows(folder, acknowledged, false);
  });

  test('when the left-over database runs with other settings: it is stopped first', async () => {
    const folder = newFolder();
    const parent = await writingParent(folder, 50);
    const acknowledged = await parent.kill();
    const options = join(folder, 'pg/postmaster.opts');
    writeFileSync(options, readFileSync(options, 'utf8').replace('max_connections=60', 'max_connections=50'));
    await expectAllRows(folder, acknowledged, false);
    expect(isAlive(parent.postgresPid)).toBe(false);
  });
});

describe('a data folder is refused, with what to do next,', () => {
  test('when a running server owns it, which is named', async () => {
    const folder = newFolder();
    const parent = await writingParent(folder, 1);
    const problem = await refusal(start(folder));
    expect(problem.message).toContain(`process ${parent.pid}`);
    expect(problem.nextStep).toContain('--data');
    expect(isAlive(parent.postgresPid)).toBe(true);
    await parent.kill('SIGKILL');
    await start(folder, { durable: true });
  });

  test('when another version of PostgreSQL made it', async () => {
    const folder = newFolder();
    await (await start(folder)).stop();
    writeFileSync(join(folder, 'pg/PG_VERSION'), '15\n');
    const problem = await refusal(start(folder));
    expect(problem.message).toContain('made by PostgreSQL 15');
    expect(problem.message).toContain('runs PostgreSQL 18');
    expect(problem.nextStep).toContain('--data');
  });

  test('when it cannot be made', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    expect((await refusal(start(join(folder, 'file')))).message).toBe(`${join(folder, 'file')} is not a folder.`);
    expect((await refusal(start(join(folder, 'file/data')))).nextStep).toContain('--data');
  });

  const small = isRoot ? join(tmpdir(), `academy-small-disk-${process.pid}`) : '';
  if (small !== '') mkdirSync(small, { recursive: true });
  const mounted = small !== '' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', small]).status === 0;
  test.skipIf(!mounted)('when the disk is full', async () => {
    try {
      const problem = await refusal(start(join(small, 'data')));
      expect(problem.message).toMatch(/not enough disk space .*: 1[0-9] MB free, 300 MB needed/);
    } finally {
      spawnSync('umount', [small]);
      rmSync(small, { recursive: true });
    }
  });
});

test('a reused process id does not keep the database from starting', async () => {
  const folder = newFolder();
  await (await start(folder)).stop();
  const lines = [process.pid, join(folder, 'pg'), 1, 5432, join(folder, 'pg'), '', '', 'ready'];
  writeFileSync(join(folder, 'pg/postmaster.pid'), `${lines.join('\n')}\n`);
  const postgres = await start(folder);
  expect(postgres.adopted).toBe(false);
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe.skipIf(!isRoot)('started by root, whom PostgreSQL refuses, from a folder that only root may enter', () => {
  test('it runs in a user namespace, and files stay with root', async ({ skip }) => {
    const possible = spawnSync('unshare', ['--user', '--map-user=1000', '--map-group=1000', 'true']).status === 0;
    if (!possible) skip('this machine has no user namespaces');
    const folder = newFolder();
    chmodSync(folder, 0o700);
    const postgres = await start(join(folder, 'data'), { runAs: 'namespace' });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(folder, 'data/pg')).uid).toBe(0);
  });

  test('or as an unprivileged user, beside the folder, and says so', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o700);
    const data = join(folder, 'data');
    const place = sharedPlaceOf(data);
    folders.push(place);
    // A test leaves nothing on the machine.
    expect(place.startsWith(realpathSync(tmpdir()))).toBe(true);
    const lines: string[] = [];
    // A strict umask must not lock the other user out.
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));
    const postgres = await start(data, { runAs: 'user', log: (line) => lines.push(line) });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(place, 'pg')).uid).not.toBe(0);
    expect(lines[0]).toContain(place);
    expect(findRunningPostgres(data)).toBe(postgres.connectionString);
  });

  test('it is refused where somebody else has made the folder beside it', async () => {
    const data = join(newFolder(), 'data');
    const place = sharedPlaceOf(data);
    folders.push(place);
    mkdirSync(place, { mode: 0o777 });
    chownSync(place, 65_534, 65_534);
    expect((await refusal(start(data, { runAs: 'user' }))).message).toContain(`${place}, where the database would lie`);
  });

  test('the database of a service stays with its user', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'pg'));
    for (const one of [folder, join(folder, 'pg')]) chownSync(one, 65_534, 65_534);
    const problem = await refusal(start(folder));
    expect(problem.message).toContain(`The database in ${folder} belongs to user nobody`);
    expect(problem.nextStep).toContain('runuser -u nobody -- ./academy start');
    expect(statSync(join(folder, 'pg')).uid).toBe(65_534);
  });

  test('or as an unprivileged user inside the folder, where that user can pass', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o711);
    const data = join(folder, 'data');
    const postgres = await start(data, { runAs: 'user' });
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(data, 'pg')).uid).not.toBe(0);
    await postgres.stop();
    const again = await start(data, { runAs: 'namespace' });
    expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
