import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type RunningAcademy, startAcademy } from '@academy/bench/academy';
import { ROOT } from '@academy/bench/root';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import type { Fault, FaultFigure, FaultRun } from './fault.ts';
import { onDatabase, type PreparedAcademy, prepareAcademy } from './support/academies.ts';
import { type Cleanup, withCleanup } from './support/cleanup.ts';
import { clientOf } from './support/client.ts';
import { figure } from './support/figures.ts';
import { type LoadedAcademy, loadAcademy } from './support/outage.ts';
import { problemsText } from './support/reads.ts';
import { alsoKill } from './support/started.ts';
import { type Completion, checkLedger, countMissing } from './support/writes.ts';

const LONG = { backups: 5, before: 4_000, perSecond: 1_000, learners: 60, courses: 40 };
const SHORT = { backups: 1, before: 300, perSecond: 200, learners: 12, courses: 8 };

export const backupUnderLoad: Fault = {
  name: 'backup-under-load',
  title: 'Encrypted backups are made under writes and restored into empty folders; each holds one moment as a whole.',
  run: (given) =>
    withCleanup(async (later) => {
      const size = given.long ? LONG : SHORT;
      const prepared = await prepareAcademy(join(given.folder, 'original'), null, size);
      later.add(() => prepared.academy.stop());
      const load = loadAcademy(prepared, { perSecond: size.perSecond });
      later.add(load.stop);
      const passphrase = join(given.folder, 'passphrase');
      writeFileSync(passphrase, 'only for this run', { mode: 0o600 });
      const backups: Backup[] = [];
      for (let number = 1; number <= size.backups; number += 1)
        backups.push(await backupOf({ ...given, prepared, load, passphrase, number, before: size.before }));
      await load.stop();
      // The copies take over the port: access tokens name it.
      await prepared.academy.stop();
      const restored = [];
      for (const backup of backups) restored.push(await restoreAndCheck(given, later, prepared, backup, passphrase));
      return { figures: figuresOf(backups, restored, load) };
    }),
};

interface Backup {
  number: number;
  file: string;
  /** Completions acknowledged before it began: it must hold all of them. */
  before: Completion[];
  seconds: number;
}

/** Makes a backup while writers go on. */
async function backupOf(
  given: Pick<FaultRun, 'folder' | 'log'> & {
    prepared: PreparedAcademy;
    load: LoadedAcademy;
    passphrase: string;
    number: number;
    before: number;
  },
): Promise<Backup> {
  const { prepared, load, number, log } = given;
  while (load.pool.acknowledged.length < given.before * number) await load.healed(30_000);
  const before = [...load.pool.acknowledged];
  const folder = join(given.folder, `backup-${number}`);
  const began = performance.now();
  const options = ['--data', prepared.academy.dataFolder, '--passphrase-file', given.passphrase];
  await runAcademy(['backup', '--to', folder, ...options]);
  const seconds = (performance.now() - began) / 1000;
  const meanwhile = load.pool.acknowledged.length - before.length;
  log(`backup ${number}: ${before.length} writes before it, ${meanwhile} during its ${seconds.toFixed(1)} s`);
  return { number, before, seconds, file: join(folder, readdirSync(folder)[0] ?? '') };
}

interface Restored {
  seconds: number;
  lost: number;
  doubled: number;
  /** Completions that the API of the restored academy does not show. */
  missing: number;
}

/** Restores into an empty data folder, starts an academy on it, and asks the ledger and the API for every completion. */
async function restoreAndCheck(
  given: FaultRun,
  later: Cleanup,
  { academy }: PreparedAcademy,
  { number, file, before }: Backup,
  passphrase: string,
): Promise<Restored> {
  const dataFolder = join(given.folder, `restored-${number}`);
  const began = performance.now();
  await runAcademy(['restore', file, '--data', dataFolder, '--passphrase-file', passphrase]);
  const seconds = (performance.now() - began) / 1000;
  const restored: RunningAcademy = await startAcademy(dataFolder, academy.port, onDatabase(null));
  later.add(() => restored.stop());
  const client = clientOf(restored.port);
  try {
    const missing = await countMissing(client, before);
    const address = findRunningPostgres(dataFolder);
    if (address === null) throw new Error('the database of the restored academy does not run');
    const { stored, lost, doubled } = await checkLedger(address, before);
    given.log(`restore ${number}: ${stored} completions in ${seconds.toFixed(1)} s, ${lost} lost`);
    return { seconds, lost, doubled, missing };
  } finally {
    client.close();
    await restored.stop();
  }
}

/** Runs a command of the academy to its end. @throws Error with what it printed when it fails */
async function runAcademy(args: readonly string[]): Promise<void> {
  const child = spawn(join(ROOT, 'academy'), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATABASE_URL: '' },
  });
  const forget = alsoKill(() => child.kill('SIGKILL'));
  const [[status], problem] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  forget();
  if (status !== 0) throw new Error(`"academy ${args[0]}" ended with ${status}:\n${problem.slice(-1_000)}`);
}

function figuresOf(backups: readonly Backup[], restored: readonly Restored[], { pool }: LoadedAcademy): FaultFigure[] {
  const sum = (of: (one: Restored) => number) => restored.reduce((all, one) => all + of(one), 0);
  const longest = (all: readonly { seconds: number }[]) => Math.max(...all.map(({ seconds }) => seconds));
  const refused = [...pool.problems.values()].reduce((all, count) => all + count, 0);
  const why = refused === 0 ? '' : ` (${problemsText(pool.problems)})`;
  return [
    figure('backups', backups.length, ''),
    figure('acknowledged before the last backup', backups.at(-1)?.before.length ?? 0, 'writes'),
    figure(
      'lost after the restore',
      sum(({ lost, missing }) => Math.max(lost, missing)),
      'writes',
      { exactly: 0 },
    ),
    figure(
      'doubled after the restore',
      sum(({ doubled }) => doubled),
      'writes',
      { exactly: 0 },
    ),
    figure(`writes refused during backups${why}`, refused, 'writes', { exactly: 0 }),
    figure('longest backup', longest(backups), 's'),
    figure('longest restore', longest(restored), 's'),
    figure('longest write meanwhile', pool.longestMs, 'ms', { max: 1_000 }),
  ];
}
