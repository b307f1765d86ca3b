import { randomInt } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Identity } from '@academy/identity/mount';
import { type SampleRole, samplePeople } from '@academy/samples/people';
import type { Database } from '../db/connect.ts';
import { person } from '../db/tables.ts';
import { isLoopback } from '../settings/setting-types.ts';
import { StartProblem } from '../settings/start-problem.ts';
import { makeFolder } from '../values/make-folder.ts';
import { EMBEDDED_ISSUER } from './bearer.ts';

/** A sample person, as scripts find it in `sample-people.json`. */
export interface SamplePerson {
  role: SampleRole;
  email: string;
  /** Null: another academy on the same database has created this person, and knows the password. */
  password: string | null;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;

export interface SamplePeopleOptions {
  environment: string;
  /** The address that the server listens on. */
  host: string;
  /** Null: the database lies in the data folder, so no other academy uses it. */
  databaseUrl: string | null;
  dataFolder: string;
  db: Database;
  identity: Pick<Identity, 'findAccount' | 'createAccount' | 'setPassword'>;
}

/**
 * Creates the sample people with the passwords that the data folder keeps. When that file is lost, a database of our
 * own gets new passwords; on a shared one they stay as the academy that created them printed them. Only in `local`.
 *
 * @returns the people with their passwords, as far as they are known here; empty outside `local`
 * @throws StartProblem when the server can be reached from other machines
 */
export async function ensureSamplePeople(options: SamplePeopleOptions): Promise<SamplePerson[]> {
  if (options.environment !== 'local') return [];
  if (!isLoopback(options.host))
    throw new StartProblem(
      `Sample people exist only while the server listens on this machine alone, not on ${options.host}.`,
      'Start with --host 127.0.0.1, or set ACADEMY_ENVIRONMENT to dev, qat, stage or prod.',
    );
  const file = join(options.dataFolder, 'sample-people.json');
  const kept = await readKept(file);
  const people: SamplePerson[] = [];
  for (const { role, email, firstName, lastName } of samplePeople) {
    const keptPassword = kept.get(email);
    let password: string | null = keptPassword ?? newPassword();
    const { identity } = options;
    let account = await identity.findAccount(email);
    const isThere = account !== null;
    account ??= await identity.createAccount({ email, firstName, lastName, password, emailVerified: true });
    const isMade = !isThere && account !== null;
    // Another server may have created it first.
    account ??= await identity.findAccount(email);
    if (account !== null && !isMade && keptPassword === undefined) {
      if (options.databaseUrl === null) await identity.setPassword(account, password);
      else password = null;
    }
    if (account === null) throw new Error(`the sample person ${email} was not written`);
    await ensurePerson(options.db, account.accountId, role, { email, firstName, lastName });
    people.push({ role, email, password });
  }
  const known = people.filter(({ password }) => password !== null);
  if (known.some(({ email }) => !kept.has(email))) await keep(options.dataFolder, file, known);
  return people;
}

async function ensurePerson(
  db: Database,
  subject: string,
  role: SampleRole,
  names: { email: string; firstName: string; lastName: string },
): Promise<void> {
  const startsAt = new Date();
  await db
    .insert(person)
    .values({
      issuer: EMBEDDED_ISSUER,
      subject,
      ...names,
      emailVerified: true,
      isAdmin: role === 'admin',
      ...(role === 'pro' ? { proStartsAt: startsAt, proEndsAt: new Date(startsAt.getTime() + 10 * YEAR_MS) } : {}),
    })
    .onConflictDoNothing();
}

async function readKept(file: string): Promise<Map<string, string>> {
  try {
    const list: unknown = JSON.parse(await readFile(file, 'utf8'));
    const rows = Array.isArray(list) ? (list as Partial<SamplePerson>[]) : [];
    return new Map(
      rows.flatMap(({ email, password }) =>
        typeof email === 'string' && typeof password === 'string' && password.length >= 16 ? [[email, password]] : [],
      ),
    );
  } catch (error) {
    // Missing or damaged: new passwords are made.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return new Map();
    throw error;
  }
}

async function keep(folder: string, file: string, people: readonly SamplePerson[]): Promise<void> {
  makeFolder(folder);
  const next = `${file}.new`;
  await writeFile(next, `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600 });
  await chmod(next, 0o600);
  await rename(next, file);
}

const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aeiou';

/** Six syllables in three groups and four digits: easy to read aloud, about 50 bits. */
function newPassword(): string {
  const pick = (letters: string) => letters.charAt(randomInt(letters.length));
  const syllable = () => `${pick(CONSONANTS)}${pick(VOWELS)}`;
  const group = () => `${syllable()}${syllable()}`;
  return `${group()}-${group()}-${group()}-${String(randomInt(10_000)).padStart(4, '0')}`;
}
