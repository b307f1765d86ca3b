import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { isVisible } from '../sandbox/host-view.ts';
import { stampOf } from './digest.ts';
import {
  EnvironmentNameSchema,
  type EnvironmentRecord,
  EnvironmentUnreadable,
  type LabEnvironment,
  readEnvironment,
  readRecord,
} from './environment.ts';
import { cacheProblems, environmentView } from './environment-view.ts';

/** Where the environments of a data folder lie, unless the settings name another place; from the root of the machine. */
export const environmentsFolderOf = (dataFolder: string, setting: string | null): string =>
  resolve(setting ?? join(dataFolder, 'lab-environments'));

/** Places of the parts of an environment. */
export const partsOf = (folder: string, name: string) => ({
  home: join(folder, name),
  root: join(folder, name, 'root'),
  file: join(folder, name, 'environment.json'),
  record: join(folder, name, 'record.json'),
});

/** An environment as it lies in its folder. */
export interface StoredEnvironment {
  name: string;
  root: string;
  /** Null where its file cannot be read. */
  environment: LabEnvironment | null;
  record: EnvironmentRecord | null;
  /** Why no lab can run in it, as the rest of a sentence that begins with its name; null: labs can. */
  problem: string | null;
}

/** Names of the folders that may be environments; none where the folder does not exist. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && v.is(EnvironmentNameSchema, entry.name))
    .map(({ name }) => name)
    .sort();
}

/**
 * The environments of a folder, by name. The files of their roots are not read: `check` does that.
 *
 * @param secret folders that learners must not see
 */
export function storedEnvironments(folder: string, secret: readonly string[] = []): StoredEnvironment[] {
  return namesIn(folder).map((name) => storedEnvironment(folder, name, secret));
}

/** A sentence about each environment that labs cannot use. */
export const environmentTroubles = (folder: string, secret: readonly string[]): string[] =>
  storedEnvironments(folder, secret).flatMap(({ name, problem }) =>
    problem === null ? [] : [`No lab can run in the environment ${name}, which ${problem}.`],
  );

/** One environment of a folder, which may be incomplete. */
export function storedEnvironment(folder: string, name: string, secret: readonly string[] = []): StoredEnvironment {
  const { root, file, record: recordFile } = partsOf(folder, name);
  const stored: StoredEnvironment = { name, root, environment: null, record: null, problem: null };
  try {
    stored.environment = readPart(file, readEnvironment, 'has no environment.json');
    stored.record = readPart(recordFile, readRecord, 'was never checked');
    if (!existsSync(root)) throw new EnvironmentUnreadable('has no folder "root"');
    const [cache] = cacheProblems(stored.environment, root);
    if (cache !== undefined) throw new EnvironmentUnreadable(cache);
    const view = environmentView(stored.environment, stored.record, root);
    const visible = secret.find((one) => isVisible(one, view));
    if (visible !== undefined) throw new EnvironmentUnreadable(`would let learners read ${visible}`);
    if (stampOf(root) !== stored.record.stamp) throw new EnvironmentUnreadable('has changed since it was checked');
  } catch (error) {
    stored.problem = error instanceof Error ? error.message : String(error);
  }
  return stored;
}

function readPart<T>(file: string, read: (text: string) => T, missing: string): T {
  if (!existsSync(file)) throw new EnvironmentUnreadable(missing);
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new EnvironmentUnreadable(`has a file ${basename(file)} that cannot be used: ${why}`);
  }
}
