import type { Pool } from 'pg';
import { StartProblem } from '../settings/start-problem.ts';

/** Oldest PostgreSQL that the academy runs on. */
const OLDEST_MAJOR = 14;

interface Loose {
  code?: unknown;
  message?: string;
  cause?: unknown;
}

/** What a database address names, without its password. */
interface Target {
  /** `db.example.org:5432`, or the folder of a socket. */
  place: string;
  host: string;
  user: string;
  database: string;
}

type Words = (target: Target) => [problem: string, nextStep: string];

const silent: Words = ({ place }) => [
  `${place} does not answer`,
  'Check host and port in DATABASE_URL, and whether a firewall lets this machine through.',
];
const unknownHost: Words = ({ host }) => [
  `the host ${host} is not known`,
  'Check the spelling of the host in DATABASE_URL, and the name service of this machine.',
];
const nobodyListens: Words = ({ place }) => [
  `nothing listens at ${place}`,
  'Start PostgreSQL there, or correct host and port in DATABASE_URL.',
];
const untrusted: Words = ({ host }) => [
  `the TLS certificate of ${host} is not trusted`,
  'Name the file of its authority in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem',
];

const needsDirect: Words = ({ place }) => [
  `a connection pooler answers at ${place}`,
  'Name the address of PostgreSQL itself in DATABASE_DIRECT_URL; docs/how-to/cluster-database.md explains it.',
];

const noRights: Words = ({ user, database }) => [
  `user ${user} may not create tables in the database ${database}`,
  `Give it the right: "alter database ${database} owner to ${user}".`,
];

/** Explanations by the error code of the operating system, Node or PostgreSQL. */
const KNOWN: Readonly<Record<string, Words>> = {
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNREFUSED: nobodyListens,
  ENOENT: nobodyListens,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  ECONNRESET: ({ place }) => [
    `${place} closes the connection`,
    'Check whether it is a PostgreSQL server, and its log for the reason.',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  '28P01': ({ user, place }) => [
    `the password of user ${user} is refused by ${place}`,
    'Correct user and password in DATABASE_URL. Signs such as @ : / in them are written with percent: @ is %40.',
  ],
  '28000': ({ user, place }) => [
    `${place} does not let user ${user} in from this machine`,
    'Check the user in DATABASE_URL, and the rules of the server (pg_hba.conf); one that wants TLS needs ?sslmode=verify-full.',
  ],
  '3D000': ({ database, place, user }) => [
    `the database ${database} does not exist at ${place}`,
    `Make it there ("createdb --owner ${user} ${database}"), or correct the name at the end of DATABASE_URL.`,
  ],
  '42501': noRights,
  '3F000': noRights,
  '25006': ({ place }) => [`${place} takes no writes: it is a replica`, 'Name the primary server in DATABASE_URL.'],
  '53300': ({ place }) => [
    `all connections of ${place} are taken`,
    'Raise max_connections there, or lower ACADEMY_DATABASE_CONNECTIONS of the academies that share it.',
  ],
  '57P03': ({ place }) => [`${place} is starting or stopping`, 'Start the academy again in a moment.'],
};

/** Explanations by message, for errors without a code. */
const BY_MESSAGE: readonly [pattern: RegExp, words: Words][] = [
  [/unsupported startup parameter/i, needsDirect],
  [/timeout/i, silent],
  [
    /does not support SSL/i,
    ({ place }) => [`${place} offers no TLS`, 'Take sslmode out of DATABASE_URL, or switch on TLS there.'],
  ],
  [
    /password must be a (?:non-empty )?string/i,
    ({ user }) => [
      `user ${user} needs a password`,
      'Add it to DATABASE_URL: postgres://user:password@host:5432/database',
    ],
  ],
  [
    /Connection terminated unexpectedly/i,
    ({ place }) => [
      `${place} closes the connection`,
      'Check whether it is a PostgreSQL server, and its log for the reason.',
    ],
  ],
];

/**
 * Explains why the database of `DATABASE_URL` cannot be used, with a next step and without its password. Other errors
 * are returned as they are.
 *
 * @param setting the setting that names the address
 */
export function explainDatabaseError(error: unknown, databaseUrl: string, setting = 'DATABASE_URL'): unknown {
  if (error instanceof StartProblem) return error;
  const target = targetOf(databaseUrl);
  let one = error as Loose | null | undefined;
  for (let depth = 0; one !== null && typeof one === 'object' && depth < 5; depth += 1) {
    const message = one.message ?? '';
    const words =
      (typeof one.code === 'string' ? KNOWN[one.code] : undefined) ??
      BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
    if (words !== undefined) {
      const [problem, nextStep] = words(target);
      const step = nextStep.replaceAll('DATABASE_URL', setting);
      return new StartProblem(`${setting} cannot be used: ${problem}.`, step, { cause: error });
    }
    one = one.cause as Loose | undefined;
  }
  return error;
}

/** @throws StartProblem when PostgreSQL is too old for the academy */
export async function checkServerVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num');
  const problem = versionProblem(Number(rows[0]?.server_version_num));
  if (problem !== null) throw problem;
}

/** @param version as PostgreSQL counts: 140012 is 14.12 */
export function versionProblem(version: number): StartProblem | null {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_MAJOR) return null;
  return new StartProblem(
    `DATABASE_URL cannot be used: the server runs PostgreSQL ${major}, and the academy needs ${OLDEST_MAJOR} or newer.`,
    'Upgrade it, or name another server.',
  );
}

function targetOf(databaseUrl: string): Target {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const isSocket = host.startsWith('/');
  const user = decodeURIComponent(url.username) || 'postgres';
  return {
    host: host || 'localhost',
    place: isSocket ? host : `${host || 'localhost'}:${url.port || 5432}`,
    user,
    database: decodeURIComponent(url.pathname.slice(1)) || user,
  };
}
