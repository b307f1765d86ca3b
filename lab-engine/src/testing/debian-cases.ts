import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HOME } from '../engine-protocol.ts';

/** What commands write, how the last one ends, and which files they leave changed. */
export interface Seen {
  stdout: string;
  status: number;
  /** Files of the home folder that are new or changed, with their text; null: removed. */
  changes: ReadonlyMap<string, string | null>;
}

/** Commands that are run one after the other in one terminal, and what Debian's bash and GNU tools make of them. */
export interface Case extends Seen {
  commands: readonly string[];
}

const FOLDER = join(import.meta.dirname, 'debian');
/** Stands for the path of the home folder. */
const HOME_SIGN = '{home}';
/** Stands for a text that does not end with a line break. */
const NO_END = '\\';

/** The topics of the suite: each is a file. */
export const topics = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => basename(name, '.txt'))
    .sort();

export const fileOf = (topic: string): string => join(FOLDER, `${topic}.txt`);

export const casesOf = (topic: string): Case[] => parseCases(readFileSync(fileOf(topic), 'utf8'));

/**
 * Reads cases: `$ ` begins a command, `> ` goes on with it; below are its output, indented by two blanks, `= ` and the status
 * where it is not 0, and changed files, `+ ` with the path and text or `- ` with the path. An empty line ends the case.
 */
export function parseCases(text: string): Case[] {
  const cases: Case[] = [];
  for (const block of text.replaceAll(HOME_SIGN, HOME).split(/\n\n+/)) {
    const commands: string[] = [];
    const changes = new Map<string, string | null>();
    let status = 0;
    let output: string[] = [];
    let file: string | null = null;
    const texts = new Map<string | null, string[]>([[null, output]]);
    for (const line of block.split('\n')) {
      if (line.startsWith('$ ')) commands.push(line.slice(2));
      else if (/^>( |$)/.test(line)) commands.push(`${commands.pop() ?? ''}\n${line.slice(2)}`);
      else if (line.startsWith('= ')) status = Number(line.slice(2));
      else if (line.startsWith('- ')) changes.set(line.slice(2), null);
      else if (line.startsWith('+ ')) {
        file = line.slice(2);
        output = [];
        texts.set(file, output);
      } else if (line !== '') output.push(line);
    }
    if (commands.length === 0) continue;
    for (const [path, lines] of texts) if (path !== null) changes.set(path, joined(lines));
    cases.push({ commands, stdout: joined(texts.get(null) ?? []), status, changes });
  }
  return cases;
}

export function formatCases(cases: readonly Case[]): string {
  const blocks = cases.map(({ commands, stdout, status, changes }) =>
    [
      ...commands.map((command) => `$ ${command.replaceAll('\n', '\n> ')}`),
      ...split(stdout),
      ...(status === 0 ? [] : [`= ${status}`]),
      ...[...changes]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([path, text]) => (text === null ? [`- ${path}`] : [`+ ${path}`, ...split(text)])),
    ].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`.replaceAll(HOME, HOME_SIGN);
}

const joined = (lines: readonly string[]): string => {
  const hasEnd = lines.at(-1) !== NO_END;
  const own = (hasEnd ? lines : lines.slice(0, -1)).map((line) => line.slice(2));
  return own.join('\n') + (own.length > 0 && hasEnd ? '\n' : '');
};

function split(text: string): string[] {
  if (text === '') return [];
  const hasEnd = text.endsWith('\n');
  const lines = (hasEnd ? text.slice(0, -1) : text).split('\n').map((line) => `  ${line}`);
  return hasEnd ? lines : [...lines, NO_END];
}

/** What has changed between the files of a case and those that it leaves. */
export function changesOf(
  before: Readonly<Record<string, string>>,
  after: ReadonlyMap<string, string>,
): Map<string, string | null> {
  const changes = new Map<string, string | null>();
  for (const [path, text] of after) if (before[path] !== text) changes.set(path, text);
  for (const path of Object.keys(before)) if (!after.has(path)) changes.set(path, null);
  return changes;
}
