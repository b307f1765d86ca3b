import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import * as v from 'valibot';
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

const RulesSchema = v.record(v.pipe(v.string(), v.minLength(1)), v.pipe(v.string(), v.minLength(1)));

/** One replacement: the beginning of an address, and what stands in for it. */
interface SourceRule {
  from: string;
  to: { kind: 'address' | 'path'; place: string };
}

/**
 * Replacements of `--source-map` and of the file `lab-sources.json` in the folder; the longest beginning wins, and the
 * option wins over the file. A beginning without a slash at its end is a whole name: `ghcr.io/our/begin` stands for
 * `ghcr.io/our/begin:1.0` too, and not for `ghcr.io/our/beginners`.
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
    const fitting = rules.filter(({ from }) => beginsWith(address, from));
    const longest = Math.max(...fitting.map(({ from }) => from.length));
    const rule = fitting.find(({ from }) => from.length === longest);
    if (rule === undefined) return { isMapped: false, kind: 'address', place: address };
    const { kind, place } = rule.to;
    return { isMapped: true, kind, place: place + address.slice(rule.from.length) };
  };
}

/** Whether a replacement of `from` is one of this address. */
export function beginsWith(address: string, from: string): boolean {
  return (
    address.startsWith(from) &&
    (from.endsWith('/') || /^(?:$|[/:@?#]|\.git(?:$|[/?#]))/.test(address.slice(from.length)))
  );
}

/** A folder keeps the slash at its end: what follows in the address is a name in it. */
function placeOf(text: string, folder: string): { kind: 'address' | 'path'; place: string } {
  if (/^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/i.test(text)) return { kind: 'address', place: text };
  const path = isAbsolute(text) ? text : resolve(folder, text);
  return { kind: 'path', place: text.endsWith('/') && !path.endsWith('/') ? `${path}/` : path };
}

function settingsIn(base: string, command: string): SourceRule[] {
  const file = sourcesFile(base);
  if (!existsSync(file)) return [];
  return Object.entries(readSourcesFile(file, command)).map(([from, to]) => ({ from, to: placeOf(to, dirname(file)) }));
}

/**
 * Reads a file of replacements.
 *
 * @returns folders, relative to the file, or addresses, by the beginnings of addresses that they replace
 * @throws CommandProblem when it is not one
 */
export function readSourcesFile(file: string, command: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw usageProblem(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`, command);
  }
  const rules = v.safeParse(RulesSchema, value);
  if (rules.success) return rules.output;
  throw usageProblem(
    `${file} must hold one object: beginnings of addresses, and the folder or address for each.`,
    command,
  );
}

/** The file of replacements in a folder or in one above it, up to the root of the repository; where there is none, in the folder. */
export function sourcesFile(base: string): string {
  for (let folder = base; ; folder = dirname(folder)) {
    const file = join(folder, SETTINGS_FILE);
    if (existsSync(file)) return file;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return join(base, SETTINGS_FILE);
  }
}
