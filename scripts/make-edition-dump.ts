import { execFileSync } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { type RunningAcademy, startAcademy } from '@academy/bench/academy';
import {
  liveThrough,
  readFacts,
  STORY_COURSE,
  STORY_WEBHOOK_HOST,
  type StoryPerson,
} from '@academy/bench/edition-story';
import { writeBackup } from '@academy/server/backup/write-backup';
import { connect } from '@academy/server/db/connect';
import { type Edition, RELEASED_EDITIONS } from '@academy/server/db/editions';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';

const ROOT = join(import.meta.dirname, '..');
const EDITIONS = join(ROOT, 'server/src/db/editions');
/** What is published of the edition's own sample academy. */
const KEPT = [
  'spring/instructors',
  'spring/workshops',
  `spring/courses/${STORY_COURSE.slug}`,
  'spring/guides/a-test-that-starts-in-a-second',
];

const USAGE = `Usage: node scripts/make-edition-dump.ts <commit> <name>

Makes server/src/db/editions/<name>.tar.gz, a backup of a small academy of the edition of that commit (a tag, a hash, HEAD), and
<name>.json, what its people see: cli/src/upgrade/editions.test.ts restores the one and compares the other. Takes two minutes.`;

/**
 * Starts the academy of an older edition from its own sources, lets the sample people do a little of everything, and
 * writes a backup and what they see.
 */
async function makeDump(commit: string, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-edition-'));
  try {
    checkOut(commit, folder);
    await runAndDump(folder, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function runAndDump(folder: string, name: string): Promise<void> {
  process.env.ACADEMY_WEBHOOK_HOSTS = STORY_WEBHOOK_HOST;
  const academy = await startAcademy(join(folder, 'data'), 0, { command: [join(folder, 'academy')] });
  try {
    await dump(academy, name);
  } finally {
    await academy.stop();
  }
}

function checkOut(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  keepStory(folder);
  // Before the academy starts in production, which would leave the packages of the build out.
  execFileSync(join(folder, 'academy'), ['build'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Leaves one course and what it needs of the sample academy, so that the dump stays small. */
function keepStory(folder: string): void {
  for (const entry of readdirSync(join(folder, 'samples'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const place = relative(join(folder, 'samples'), path);
    const isContent = /^(?:spring|kube|tanzu)\/[a-z]+\//.test(`${place}/`);
    if (
      isContent &&
      existsSync(path) &&
      !KEPT.some((kept) => `${place}/`.startsWith(`${kept}/`) || kept.startsWith(`${place}/`))
    )
      rmSync(path, { recursive: true });
  }
}

async function dump(academy: RunningAcademy, name: string): Promise<void> {
  const people = JSON.parse(readFileSync(join(academy.dataFolder, 'sample-people.json'), 'utf8')) as StoryPerson[];
  await liveThrough(academy, people);
  const facts = await readFacts(academy, people);
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  const { pool, close } = connect(address, { connections: 2 });
  const file = join(EDITIONS, `${name}.tar.gz`);
  try {
    const { archive, summary } = writeBackup(pool, name);
    await pipeline(archive, createGzip({ level: 9 }), createWriteStream(file));
    const { head, sums } = await summary;
    const rows = Object.fromEntries(Object.entries(sums).map(([table, { count }]) => [table, count]));
    const lastMigration = head.migrations.at(-1)?.tag;
    writeFileSync(
      join(EDITIONS, `${name}.json`),
      `${JSON.stringify({ edition: name, lastMigration, people: people.map(({ role, email, password }) => ({ role, email, password })), rows, facts }, null, 2)}\n`,
    );
    if (/^\d+\.\d+\.\d+$/.test(name) && lastMigration !== undefined) noteEdition({ edition: name, lastMigration });
    execFileSync('npx', ['biome', 'format', '--write', EDITIONS], { cwd: ROOT, stdio: 'ignore' });
    console.log(`${basename(file)}: ${Math.ceil(statSync(file).size / 1024)} kB, last migration ${lastMigration}`);
  } finally {
    await close();
  }
}

/** Adds a released edition to those that an upgrade knows. */
function noteEdition(one: Edition): void {
  const others = RELEASED_EDITIONS.filter(({ edition }) => edition !== one.edition);
  writeFileSync(join(EDITIONS, 'editions.json'), `${JSON.stringify([...others, one], null, 2)}\n`);
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [commit, name] = positionals;
  if (commit === undefined || name === undefined || !/^[a-z0-9.-]+$/.test(name)) {
    console.error(USAGE);
    process.exitCode = 2;
  } else await makeDump(commit, name);
}
