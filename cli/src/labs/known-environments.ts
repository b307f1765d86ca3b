import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KnownEnvironments } from '@academy/contract/rules/lab-environments';
import { imagesOf } from '@academy/lab-host/environments/environment-registry';
import { storedEnvironments } from '@academy/lab-host/environments/environments-folder';
import { LAB_SETTINGS } from '@academy/server/labs/lab-settings';
import * as v from 'valibot';
import { type Terminal, usageProblem } from '../command.ts';

/**
 * The environments that labs may name, as far as the command that checks content knows them: a folder of environments, or
 * names with commas between; without either the folder of the settings.
 *
 * @param option of the command line
 * @returns null where they are not known
 */
export function knownEnvironments(
  option: string | undefined,
  terminal: Pick<Terminal, 'env' | 'cwd'>,
  command: string,
): KnownEnvironments | null {
  const { labEnvironments, labImages } = LAB_SETTINGS;
  const given = option ?? terminal.env[labEnvironments.name];
  if (given === undefined || given.trim() === '') return null;
  const images = v.safeParse(labImages.schema, terminal.env[labImages.name] ?? '');
  const set = images.success ? images.output : {};
  const folder = resolve(terminal.cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
    const there = storedEnvironments(folder);
    return { names: there.map(({ name }) => name), images: imagesOf(there, set) };
  }
  if (/[/\\]/.test(given)) throw usageProblem(`There is no folder ${given}.`, command);
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { names, images: set };
}
