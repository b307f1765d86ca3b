import { BROWSER_ENVIRONMENT, HOST_ENVIRONMENT } from '@academy/contract/rules/lab-environments';
import * as v from 'valibot';
import { hostRule } from '../network/permitted-hosts.ts';
import { sourceOf } from './source.ts';

const words = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'), v.maxLength(max));
const count = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer(`must be a whole number from ${min} to ${max}`),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

/** Name of an environment: the name of its folder. */
export const EnvironmentNameSchema = v.pipe(
  v.string(),
  v.regex(
    /^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/,
    'must begin and end with a small letter or digit, with letters, digits, dots and dashes between',
  ),
  v.check(
    (name) => ![BROWSER_ENVIRONMENT, HOST_ENVIRONMENT, 'none'].includes(name),
    'is a name that the academy itself uses',
  ),
);

const VariableSchema = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,99}$/, 'must be the name of a variable'));

const isPlain = (path: string) => path.split('/').every((name) => !['', '.', '..'].includes(name));

/** A path in a sandbox from its root, or from the home folder by `~/`. */
const SandboxPathSchema = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check(
    (path) => /^~?\//.test(path) && isPlain(path.replace(/^~?\//, '')),
    'must be a path from the root or home folder, such as /caches/maven or ~/.m2/repository',
  ),
);

const HomePathSchema = v.pipe(
  SandboxPathSchema,
  v.check((path) => path.startsWith('~/'), 'must be a path from the home folder, such as ~/.npmrc'),
);

const addressOf = (protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address of ${protocols.map((one) => `${one}//`).join(' or ')}`,
    ),
    v.check((value) => new URL(value).password === '', 'must not hold a password: learners could read it'),
  );

const GRADLE_FILE = 'must be a file such as /srv/gradle/gradle-8.3-bin.zip, or a list of such files';
const GradleFileSchema = v.pipe(words(1_000), v.regex(/(?:^|\/)gradle-[\w.+-]+\.zip$/, GRADLE_FILE));

/** What an operator writes about an environment, `environment.json`. */
export const EnvironmentSchema = v.strictObject({
  /** As learners read it: `Java 17 with Maven`. */
  title: words(100),
  /** What the root was made of: `debian:...`, `oci:...` or `folder:...`. */
  from: v.pipe(
    v.string(),
    v.check((value) => sourceOf(value) !== null, 'must begin with debian:, oci: or folder:, with something behind'),
  ),
  /** Images that it stands for, by the last part of their names. */
  images: v.optional(v.array(words(200)), []),
  variables: v.optional(v.record(VariableSchema, v.pipe(v.string(), v.maxLength(4_000))), {}),
  /** Names of ports where learners' servers listen, for addresses in workshops that do not name them themselves. */
  ports: v.optional(v.array(v.strictObject({ name: words(60), port: count(1, 65_535) })), []),
  /** Folders of this machine that labs see read-only. */
  caches: v.optional(v.array(v.strictObject({ from: words(1_000), to: SandboxPathSchema })), []),
  /** Text files of the home folder, which learners cannot change, by their paths (`~/.npmrc`). */
  files: v.optional(v.record(HomePathSchema, v.pipe(v.string(), v.maxLength(100_000))), {}),
  /** Where Maven and Gradle look for everything, in place of the public repositories. */
  mavenMirror: v.optional(v.nullable(addressOf(['https:', 'http:', 'file:'])), null),
  /** Distributions that wrappers of Gradle find in labs: files of this machine with the names that their site gives them. */
  gradleDistribution: v.optional(
    v.pipe(
      v.union([GradleFileSchema, v.array(GradleFileSchema)], GRADLE_FILE),
      v.transform((files) => (typeof files === 'string' ? [files] : files)),
    ),
    [],
  ),
  /** What may be reached through the proxy: `repo.example.org`, `repo.example.org:8443`, `*.example.org`. */
  hosts: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.check((value) => hostRule(value) !== null, 'must be a host, with a port where it is not 443'),
      ),
    ),
    [],
  ),
  limits: v.optional(
    v.strictObject({
      /** Memory of a lab with its files, megabytes; the server's setting where left out. */
      memoryMegabytes: v.optional(count(64, 65_536)),
      /** Part of it that files of the home folder may take; half of it where left out. */
      homeMegabytes: v.optional(count(16, 65_536)),
      /** Processes and threads. */
      processes: v.optional(count(16, 32_768), 128),
      /** How long a lab runs; the server's setting where left out. */
      minutes: v.optional(count(1, 1_440)),
      /** What one lab may transfer through the proxy, megabytes. */
      networkMegabytes: v.optional(count(1, 1_000_000), 1_024),
      /** Longest single connection through the proxy, seconds. */
      networkSeconds: v.optional(count(1, 86_400), 600),
    }),
    {},
  ),
  /** Commands that print the versions of its programs, by the names of these. */
  tools: v.optional(v.record(words(60), words(500)), {}),
});
export type LabEnvironment = v.InferOutput<typeof EnvironmentSchema>;

/** What `add` and `check` note about an environment, `record.json`. */
export const RecordSchema = v.object({
  /** Of everything in the root: `sha256:...`. */
  digest: v.string(),
  /** Of the uppermost folders, for a quick look at each start. */
  stamp: v.string(),
  files: v.number(),
  bytes: v.number(),
  madeAt: v.string(),
  checkedAt: v.string(),
  /** What its tools printed, by their names. */
  versions: v.record(v.string(), v.string()),
  /** Variables that its image has set. */
  variables: v.record(v.string(), v.string()),
});
export type EnvironmentRecord = v.InferOutput<typeof RecordSchema>;

/** Everything that is wrong with a text, as one sentence; for `environment.json` and the file of `add --file`. */
export class EnvironmentUnreadable extends Error {}

/**
 * Reads what an operator wrote.
 *
 * @throws EnvironmentUnreadable
 */
export function readEnvironment(text: string): LabEnvironment {
  return parsed(EnvironmentSchema, text);
}

/** @throws EnvironmentUnreadable */
export function readRecord(text: string): EnvironmentRecord {
  return parsed(RecordSchema, text);
}

function parsed<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new EnvironmentUnreadable(`is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `"${v.getDotPath(issue) ?? ''}" ${saidOf(issue)}`);
  throw new EnvironmentUnreadable(problems.join('; '));
}

/** The library's own messages begin with "Invalid"; ours are the rest of a sentence. */
function saidOf({ message, expected, received }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid')) return message;
  return received === 'undefined' ? 'is missing' : expected === 'never' ? 'is not known' : `must be ${expected}`;
}
