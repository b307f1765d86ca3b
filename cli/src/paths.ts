import { join, resolve } from 'node:path';
import type { Terminal } from './command.ts';

/** The repository's folder. */
export const ROOT = join(import.meta.dirname, '../..');

/**
 * The data folder: `--data` and ACADEMY_DATA are relative to the current folder; without them it is `.academy` in the
 * repository, wherever the command is run.
 */
export function dataFolderOf(option: string | undefined, terminal: Terminal): string {
  const given = option ?? terminal.env.ACADEMY_DATA;
  return given === undefined || given === '' ? join(ROOT, '.academy') : resolve(terminal.cwd, given);
}
