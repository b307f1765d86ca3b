import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { pipeline as allThrough } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { decrypted, type EncryptionKeys, encrypted, isEncrypted } from '@academy/server/backup/encryption';
import { noteBackup } from '@academy/server/backup/noted-backups';
import { restoreBackup } from '@academy/server/backup/restore-backup';
import { type BackupSummary, writeBackup } from '@academy/server/backup/write-backup';
import { readSettings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import type { Connection, Database } from '@academy/server/db/connect';
import { databaseStore } from '@academy/server/file-store/database-store';
import { allOf, StoreProblem } from '@academy/server/file-store/file-store';
import { s3SettingsOf } from '@academy/server/file-store/file-store-settings';
import { missingFiles } from '@academy/server/file-store/move-files';
import { type S3Store, s3Store } from '@academy/server/file-store/s3-store';
import { adviceFor } from '@academy/server/file-store/store-advice';
import { explainSystemError } from '@academy/server/settings/start-problem';
import { makeFolder } from '@academy/server/values/make-folder';
import packageJson from '../../package.json' with { type: 'json' };
import { CommandProblem, defineCommand, EXIT, type Terminal, usageProblem } from '../command.ts';
import { missingLines, readable } from '../content-files.ts';
import { withDatabase, withEmptyDatabase } from '../database-access.ts';
import { explained } from '../explained-error.ts';
import { dataFolderOf } from '../paths.ts';
import { sealingProblem } from '../sealed-rows.ts';

const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;
const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;
const PASSPHRASE_FILE = {
  type: 'string',
  value: '<file>',
  about: 'File with the passphrase that encrypts the backup',
} as const;

export const backup = defineCommand({
  name: 'backup',
  summary: 'Write everything in the database to one file, while the academy goes on.',
  details: [
    'The file holds the state of the moment at which the command began. It is a gzipped tar, with --recipient or',
    '--passphrase-file encrypted in the format of age. Secrets of the settings (ACADEMY_KEY_SECRET) are not in it: keep',
    'them elsewhere: people cannot log in after a restore without them. Files of the content that lie in S3 are not in it either,',
    'unless --with-files is given.',
  ],
  options: {
    to: { type: 'string', value: '<folder>', about: 'Folder that gets the file' },
    command: { type: 'string', value: '<command>', about: 'Command that gets the file on its standard input' },
    recipient: { type: 'string', multiple: true, value: '<key>', about: 'Encrypt for this public key (age1...)' },
    'passphrase-file': PASSPHRASE_FILE,
    'with-files': { type: 'boolean', about: 'Also files of the content that lie in the content store (S3)' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run({ to, command, recipient = [], ...values }, terminal) {
    if ((to === undefined) === (command === undefined))
      throw usageProblem('Name either a folder (--to) or a command (--command).', 'backup');
    const keys = keysOf({ recipients: recipient, passphraseFile: values['passphrase-file'] }, terminal);
    const isSecret = keys.passphrase !== undefined || recipient.length > 0;
    if (keys.passphrase !== undefined && recipient.length > 0)
      throw usageProblem('Encrypt for a key or with a passphrase, not both.', 'backup');
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(values.data, terminal) });
    const store = storeOf(settings);
    if (values['with-files'] === true && store === null)
      throw usageProblem('--with-files needs the settings of the content store (ACADEMY_S3_ENDPOINT).', 'backup');
    const done = await withDatabase(
      settings,
      async ({ pool, db }) => {
        await refuseWithoutAcademy(pool);
        const { archive, summary } = writeBackup(
          pool,
          packageJson.version,
          progressOf(terminal),
          values['with-files'] === true ? store : null,
        );
        // Either end takes the other one with it; whoever reads gets the error.
        const packed = pipeline(archive, createGzip(), () => undefined);
        const target = await (async () => {
          const bytes = isSecret ? await encrypted(packed, keys) : packed;
          return to === undefined
            ? intoCommand(bytes, command ?? '', terminal.cwd)
            : intoFolder(bytes, resolve(terminal.cwd, to), `.tar.gz${isSecret ? '.age' : ''}`);
        })().catch((error: unknown) => {
          // An unread stream keeps its connection open, and the command would never end.
          packed.destroy();
          throw error;
        });
        const written = { target, ...(await summary) };
        await noteWritten(db, written, isSecret, terminal);
        return written;
      },
      { isMigrated: false },
    )
      .catch((error: unknown) => Promise.reject(readable(error)))
      .finally(() => store?.close());
    if (values.json === true) terminal.out(JSON.stringify({ target: done.target, ...counted(done) }));
    else {
      terminal.out(`Backup written: ${done.target} (${rowsOf(done)} in ${done.head.tables.length} tables).`);
      for (const line of filesLines(done)) terminal.out(line);
    }
    return EXIT.ok;
  },
});

/** A backup of the wrong database would look like a good one until it is needed. */
async function refuseWithoutAcademy(pool: Connection['pool']): Promise<void> {
  const { rows } = await pool.query<{ has: boolean }>(`select to_regclass('academy_migration') is not null as has`);
  if (rows[0]?.has !== true)
    throw new CommandProblem(
      EXIT.failed,
      'No backup was written: the database holds no academy.',
      'Run the command with the settings of the academy: DATABASE_URL as its servers have it, or its data folder with --data.',
    );
}

export const restore = defineCommand({
  name: 'restore',
  summary: 'Write a backup into an empty database, and read every row again.',
  details: [
    'Into DATABASE_URL, or into a data folder without a database (--data). When a row differs, nothing is kept. A backup of',
    'an older edition is brought up to date. Set ACADEMY_KEY_SECRET as it was before you start the academy.',
  ],
  words: ['<file>'],
  options: {
    'identity-file': { type: 'string', value: '<file>', about: 'File with the secret key that opens the backup' },
    'passphrase-file': { ...PASSPHRASE_FILE, about: 'File with the passphrase that opens the backup' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal, [file = '']) {
    const path = resolve(terminal.cwd, file);
    const keys = keysOf({ identityFile: values['identity-file'], passphraseFile: values['passphrase-file'] }, terminal);
    const bytes = await openBackup(path, keys);
    const settings = readSettings(terminal.env, { dataFolder: dataFolderOf(values.data, terminal) });
    if (values.data !== undefined && settings.databaseUrl !== null)
      // With the settings of an academy a trial in a folder would open the live database.
      throw usageProblem('--data names a folder, and DATABASE_URL a server. Take one of them away.', 'restore');
    const store = storeOf(settings);
    const done = await withEmptyDatabase(settings, async ({ pool, db }) => {
      const archive = createGunzip();
      bytes.on('error', (error) => archive.destroy(error));
      const restored = await restoreBackup(pool, bytes.pipe(archive), progressOf(terminal), store);
      return { ...restored, found: await filesFound(db, store), sealed: await sealingProblem(db, settings) };
    })
      .catch((error: unknown) => Promise.reject(readable(error)))
      .finally(() => store?.close());
    if (values.json === true)
      terminal.out(
        JSON.stringify({ ...counted(done), migrated: done.migrated, content: done.found, keySecret: done.sealed }),
      );
    else {
      terminal.out(
        `Restored and compared: ${rowsOf(done)} in ${done.head.tables.length} tables, as of ${done.head.madeAt}.`,
      );
      if (done.migrated.length > 0) terminal.out(`Brought up to date: ${done.migrated.join(', ')}.`);
      for (const line of foundLines(done.found)) terminal.out(line);
    }
    if (done.sealed !== null) for (const line of sealedLines(done.sealed)) terminal.err(line);
    return done.found.problem === null && done.found.missing.length === 0 ? EXIT.ok : EXIT.failed;
  },
});

/** The backup is complete and good, also when the database does not take a note of it. */
async function noteWritten(db: Database, done: BackupSummary, encrypted: boolean, terminal: Terminal): Promise<void> {
  const rows = rowCount(done);
  await noteBackup(db, { edition: done.head.edition, rows, encrypted }).catch((error: unknown) =>
    terminal.err(`The backup is complete, and was not noted in the audit log. ${explained(error).message}`),
  );
}

/** The content store of the settings; null without one. */
function storeOf(settings: Settings): S3Store | null {
  const s3 = s3SettingsOf(settings);
  return s3 === null ? null : s3Store(s3);
}

/** Says what of the content store is in a backup. */
function filesLines({ head: { files } }: BackupSummary): string[] {
  if (files === undefined || files.count === 0) return [];
  const all = `${files.count.toLocaleString('en')} files of the content (${Math.ceil(files.bytes / 1024 / 1024)} MB)`;
  return files.included
    ? [`With ${all} of the content store.`]
    : [`Without ${all} that lie in the content store: keep a copy of the bucket, or add --with-files.`];
}

interface FilesFound {
  /** Files of the restored rows that lie in the content store. */
  files: number;
  /** Hashes of those that are not there. */
  missing: string[];
  /** Why they could not be looked for. */
  problem: string | null;
}

/** Looks for the files of the restored rows in the content store. The rows stay, whatever it finds. */
async function filesFound(db: Database, store: S3Store | null): Promise<FilesFound> {
  const rows = databaseStore(db);
  let files = 0;
  for await (const _file of rows.elsewhere()) files += 1;
  if (files === 0) return { files, missing: [], problem: null };
  if (store === null)
    return { files, missing: [], problem: 'The settings name no content store: set ACADEMY_S3_ENDPOINT.' };
  try {
    const missing = await allOf(missingFiles(rows, store));
    return { files, missing: missing.map(({ hash }) => hash), problem: null };
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error;
    const { said, next } = adviceFor(error);
    return { files, missing: [], problem: `${said} ${next}` };
  }
}

/** The rows are there, and the academy would not start with them. */
const sealedLines = (problem: string): string[] => [
  `Warning: what the academy encrypted in this backup does not open with these settings: ${problem}.`,
  'Set ACADEMY_KEY_SECRET (or ACADEMY_KEY_SECRET_FILE) as it was when the backup was made, before you start the academy.',
  'docs/how-to/keys-and-secrets.md says what to do when it is lost.',
];

function foundLines({ files, missing, problem }: FilesFound): string[] {
  if (files === 0) return [];
  if (problem === null)
    return missingLines(
      files,
      missing.map((hash) => ({ hash })),
    );
  return [
    `${files.toLocaleString('en')} files of the content lie in the content store and could not be looked for.`,
    `${problem} Then run "./academy content files check".`,
  ];
}

/** One line for each table with rows, below the results. */
const progressOf = (terminal: Terminal) => ({
  onTable: (name: string, rows: number) => {
    if (rows > 0) terminal.err(`${name}: ${rows.toLocaleString('en')}`);
  },
  onFile: ({ hash }: { hash: string }) => terminal.status?.(`files/${hash}`),
});

const counted = ({ head, sums }: BackupSummary) => ({
  edition: head.edition,
  madeAt: head.madeAt,
  rows: Object.fromEntries(head.tables.map(({ name }) => [name, sums[name]?.count ?? 0])),
});

const rowCount = ({ sums }: BackupSummary): number => Object.values(sums).reduce((all, { count }) => all + count, 0);
const rowsOf = (done: BackupSummary): string => `${rowCount(done).toLocaleString('en')} rows`;

/**
 * Writes a file that gets its name once it is complete and on the disk.
 *
 * @throws StartProblem when the folder cannot be written, or is full
 */
async function intoFolder(bytes: Readable, folder: string, ending: string): Promise<string> {
  const name = join(folder, `academy-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  let own: string | null = null;
  try {
    makeFolder(folder, 0o700);
    const { file, part, target } = await reserve(name, ending);
    own = part;
    await allThrough(bytes, file.createWriteStream({ flush: true }));
    await rename(part, target);
    return target;
  } catch (error) {
    if (own !== null) await rm(own, { force: true }).catch(() => undefined);
    throw explainSystemError(error, folder, '--to');
  }
}

/** Opens the unfinished file of a backup under a name that no other backup has, also one of the same second. */
async function reserve(name: string, ending: string): Promise<{ file: FileHandle; part: string; target: string }> {
  for (let count = 1; ; count += 1) {
    const target = `${name}${count === 1 ? '' : `-${count}`}${ending}`;
    const part = `${target}.part`;
    const file = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return null;
    });
    if (file === null) continue;
    // Only the backup that made the unfinished file gets here, so no other one writes this target.
    if (!existsSync(target)) return { file, part, target };
    await file.close();
    await rm(part);
  }
}

/** @throws CommandProblem when the command fails */
async function intoCommand(bytes: Readable, command: string, cwd: string): Promise<string> {
  const child = spawn(command, { shell: true, cwd, stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'close') as Promise<[number | null]>;
  // A command that ends early closes its input; its status says more than that.
  const piped = await allThrough(bytes, child.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  const [code] = await ended;
  if (code !== 0)
    throw new CommandProblem(
      EXIT.failed,
      `The command "${command}" ended with status ${code}.`,
      'The backup is not complete.',
    );
  if (piped !== null) throw piped;
  return command;
}

async function openBackup(path: string, keys: EncryptionKeys): Promise<Readable> {
  const start = await firstBytes(path).catch((error: unknown) => {
    throw new CommandProblem(EXIT.failed, `${path} cannot be read.`, error instanceof Error ? error.message : '');
  });
  const bytes = createReadStream(path);
  return isEncrypted(start) ? decrypted(bytes, keys) : bytes;
}

/** A folder can be opened, but not read. */
async function firstBytes(path: string): Promise<Buffer> {
  await using file = await open(path, 'r');
  return (await file.read(Buffer.alloc(64), 0, 64, 0)).buffer;
}

function keysOf(
  given: { recipients?: readonly string[]; identityFile?: string | undefined; passphraseFile?: string | undefined },
  terminal: Terminal,
): EncryptionKeys {
  const { recipients = [], identityFile, passphraseFile } = given;
  const identities = identityFile === undefined ? [] : textOf(identityFile, terminal).match(/^AGE-SECRET-KEY-\S+/gm);
  if (identities === null)
    throw new CommandProblem(
      EXIT.usage,
      `${identityFile} holds no secret key.`,
      'A line of it begins with AGE-SECRET-KEY-.',
    );
  return {
    recipients,
    identities,
    ...(passphraseFile === undefined ? {} : { passphrase: passphraseIn(passphraseFile, terminal) }),
  };
}

/** Without a phrase a file would look encrypted, and open for everybody. */
function passphraseIn(file: string, terminal: Terminal): string {
  const passphrase = textOf(file, terminal).trim();
  if (passphrase !== '') return passphrase;
  throw new CommandProblem(EXIT.usage, `${file} holds no passphrase.`, 'Write one into it.');
}

function textOf(file: string, terminal: Terminal): string {
  try {
    return readFileSync(resolve(terminal.cwd, file), 'utf8');
  } catch (error) {
    throw new CommandProblem(EXIT.usage, `${file} cannot be read.`, error instanceof Error ? error.message : '');
  }
}
