import { readSettings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import { type DatabaseStore, databaseStore } from '@academy/server/file-store/database-store';
import { allOf, StoreProblem } from '@academy/server/file-store/file-store';
import { s3SettingsOf, writesToStore } from '@academy/server/file-store/file-store-settings';
import {
  type MoveCounts,
  type MoveOptions,
  missingFiles,
  moveToDatabase,
  moveToStore,
} from '@academy/server/file-store/move-files';
import { type S3Store, s3Store } from '@academy/server/file-store/s3-store';
import { adviceFor } from '@academy/server/file-store/store-advice';
import { CommandProblem, EXIT, type Terminal, usageProblem } from './command.ts';
import { withDatabase } from './database-access.ts';
import { dataFolderOf } from './paths.ts';

const COMMAND = 'content files';

/** A line of progress after this many files, where no terminal shows each. */
const EACH = 1000;
/** Files that are listed by name; the others are counted. */
const MAX_LISTED = 20;

interface Asked {
  to: string | undefined;
  data: string | undefined;
  json: boolean;
  dryRun: boolean;
}

/** Moves or checks content files. @returns the exit status */
export async function runContentFiles(
  word: string,
  { to, data, json, dryRun }: Asked,
  terminal: Terminal,
): Promise<number> {
  if (word !== 'move' && word !== 'check') throw usageProblem(`"${word}" must be "move" or "check".`, COMMAND);
  const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
  const s3 = s3SettingsOf(settings);
  if (s3 === null)
    throw new CommandProblem(
      EXIT.usage,
      'The settings name no content store.',
      'Set ACADEMY_S3_ENDPOINT, ACADEMY_S3_BUCKET, ACADEMY_S3_ACCESS_KEY and ACADEMY_S3_SECRET_KEY.',
    );
  const store = s3Store(s3);
  try {
    return await withDatabase(settings, async ({ db }) => {
      const rows = databaseStore(db);
      return word === 'check'
        ? check(rows, store, terminal, json)
        : move(rows, store, { ...directionOf(to, settings), dryRun, json }, terminal);
    });
  } catch (error) {
    throw readable(error);
  } finally {
    store.close();
  }
}

/** Says what to do about a content store that does not do what it is asked; other errors stay as they are. */
export function readable(error: unknown): unknown {
  if (!(error instanceof StoreProblem)) return error;
  const { said, next } = adviceFor(error);
  return new CommandProblem(EXIT.unreachable, said, next);
}

interface Direction {
  to: 's3' | 'database';
}

function directionOf(to: string | undefined, settings: Settings): Direction {
  if (to !== 's3' && to !== 'database') throw usageProblem('--to must be "s3" or "database".', COMMAND);
  if (writesToStore(settings) === (to === 's3')) return { to };
  const wanted = to === 's3' ? 'ACADEMY_CONTENT_FILES=s3' : 'ACADEMY_CONTENT_FILES=database';
  throw new CommandProblem(
    EXIT.usage,
    `New files do not go to ${to === 's3' ? 'the store' : 'the database'}: some would be left behind.`,
    `Set ${wanted} here and for all servers, restart them, and run the command again.`,
  );
}

async function move(
  rows: DatabaseStore,
  store: S3Store,
  { to, dryRun, json }: Direction & { dryRun: boolean; json: boolean },
  terminal: Terminal,
): Promise<number> {
  if (!dryRun && to === 's3') await store.probe();
  await rows.nameArchives();
  const stop = new AbortController();
  const stopListening = terminal.onInterrupt?.(() => stop.abort());
  const options: MoveOptions = {
    dryRun,
    signal: stop.signal,
    onFile(counts) {
      if (dryRun) return;
      terminal.status?.(lineOf(counts));
      if (terminal.status === undefined && counts.files % EACH === 0) terminal.err(lineOf(counts));
    },
    onProblem: ({ hash }, problem) => terminal.err(`${hash} stays where it is: ${problem}.`),
  };
  let counts: MoveCounts;
  try {
    counts = await (to === 's3' ? moveToStore(rows, store, options) : moveToDatabase(rows, store, options));
  } finally {
    stopListening?.();
    terminal.status?.('');
  }
  const isStopped = stop.signal.aborted;
  if (json) terminal.out(JSON.stringify({ to, dryRun, stopped: isStopped, ...counts }));
  else {
    const where = to === 's3' ? 'the store' : 'the database';
    terminal.out(dryRun ? `Would be moved to ${where}: ${lineOf(counts)}.` : `Moved to ${where}: ${lineOf(counts)}.`);
    if (isStopped) terminal.err('Stopped. Run the command again to go on.');
    else if (to === 'database' && !dryRun && counts.problems === 0)
      terminal.out('The store keeps its copies until servers with its settings remove them, a day later.');
  }
  if (counts.problems > 0) terminal.err(`${counts.problems} files were not moved. Publish their items again.`);
  return counts.problems > 0 || isStopped ? EXIT.failed : EXIT.ok;
}

async function check(rows: DatabaseStore, store: S3Store, terminal: Terminal, json: boolean): Promise<number> {
  const missing = await allOf(missingFiles(rows, store));
  let elsewhere = 0;
  for await (const _file of rows.elsewhere()) elsewhere += 1;
  if (json) terminal.out(JSON.stringify({ files: elsewhere, missing: missing.map(({ hash }) => hash) }));
  else for (const line of missingLines(elsewhere, missing)) terminal.out(line);
  return missing.length === 0 ? EXIT.ok : EXIT.failed;
}

/** What a check found, in lines. */
export function missingLines(files: number, missing: readonly { hash: string }[]): string[] {
  const inStore = `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'} of the content lie in the content store`;
  if (missing.length === 0) return [`${inStore}; none is missing.`];
  const more = missing.length - MAX_LISTED;
  return [
    `${inStore}, ${missing.length.toLocaleString('en')} of them ${missing.length === 1 ? 'is' : 'are'} missing there:`,
    ...missing.slice(0, MAX_LISTED).map(({ hash }) => `  files/${hash}`),
    ...(more > 0 ? [`  and ${more.toLocaleString('en')} more`] : []),
    'Copy them back into the bucket, or publish their items again.',
  ];
}

const lineOf = ({ files, bytes }: MoveCounts): string =>
  `${files.toLocaleString('en')} files, ${(bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
