import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { usageProblem } from '../command.ts';

/** Where a source is taken from: a file or folder of this machine, or an address. */
export interface MappedPlace {
  /** True for a place that the author has named: it may be of any host, or of this machine. */
  isMapped: boolean;
  kind: 'address' | 'path';
  place: string;
}

/** Replaces the beginning of an address, as `insteadOf` of git does. */
export type SourceMap = (address: string) => MappedPlace;

/** The option of commands that fetch files of labs. */
export const SOURCE_MAP_OPTION = {
  type: 'string',
  multiple: true,
  value: '<address>=<place>',
  about: 'Take files of labs from a folder or another host: what begins with the address; may be given several times',
} as const;

/** In the folder that is published; its paths are relative to it. */
const SETTINGS_FILE = 'lab-sources.json';

/**
 * Replacements of `--source-map` and of the file `lab-sources.json` in the folder; the longest beginning wins, and the
 * option wins over the file.
 *
 * @param entries `https://github.com/owner/=../mirrors/`, relative to `cwd`
 */
export function sourceMap(
  entries: readonly string[],
  { cwd, base, command }: { cwd: string; base: string; command: string },
): SourceMap {
  const options = entries.map((entry) => {
    const at = entry.indexOf('=');
    if (at < 1 || at === entry.length - 1)
      throw usageProblem(
        `--source-map "${entry}" must be written as <beginning of an address>=<folder or address>.`,
        command,
      );
    return { from: entry.slice(0, at), to: placeOf(entry.slice(at + 1), cwd) };
  });
  const rules = [...options, ...settingsIn(base, command)];
  return (address) => {
    const fitting = rules.filter(({ from }) => address.startsWith(from));
    const longest = Math.max(...fitting.map(({ from }) => from.length));
    const rule = fitting.find(({ from }) => from.length === longest);
    if (rule === undefined) return { isMapped: false, kind: 'address', place: address };
    const { kind, place } = rule.to;
    return { isMapped: true, kind, place: place + address.slice(rule.from.length) };
  };
}

/** A folder keeps the slash at its end: what follows in the address is a name in it. */
function placeOf(text: string, folder: string): { kind: 'address' | 'path'; place: string } {
  if (/^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/i.test(text)) return { kind: 'address', place: text };
  const path = isAbsolute(text) ? text : resolve(folder, text);
  return { kind: 'path', place: text.endsWith('/') && !path.endsWith('/') ? `${path}/` : path };
}

function settingsIn(base: string, command: string) {
  const file = findUpwards(base);
  if (file === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw usageProblem(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`, command);
  }
  const rules = Object.entries(typeof value === 'object' && value !== null ? value : {});
  if (rules.length === 0 || rules.some(([from, to]) => from === '' || typeof to !== 'string' || to === ''))
    throw usageProblem(
      `${file} must hold one object: beginnings of addresses, and the folder or address for each.`,
      command,
    );
  return rules.map(([from, to]) => ({ from, to: placeOf(String(to), dirname(file)) }));
}

/** The file in the folder or in one above it, up to the root of the repository. */
function findUpwards(base: string): string | null {
  for (let folder = base; ; folder = dirname(folder)) {
    const file = join(folder, SETTINGS_FILE);
    if (existsSync(file)) return file;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return null;
  }
}
