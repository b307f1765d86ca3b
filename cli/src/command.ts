import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartProblem } from '@academy/server/settings/start-problem';

/** Exit statuses, as docs/how-to/check-and-preview.md lists them for scripts. */
export const EXIT = {
  ok: 0,
  /** Findings of severity error or fatal, failed tests, or a failed start. */
  failed: 1,
  /** Wrong use of the command. */
  usage: 2,
  /** The server or database cannot be reached, or refuses the token. */
  unreachable: 3,
} as const;

/** The process environment of a command. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths refer to. */
  cwd: string;
  /** Prints one line of results. */
  out(line: string): void;
  /** Prints one line of progress or of a problem. */
  err(line: string): void;
  /** Everything on standard input; empty when it is a terminal. */
  readInput(): Promise<string>;
  /** Asks a question and waits for a line; absent when standard input is no terminal. */
  ask?(question: string): Promise<string>;
  /** Colours text where that is wanted; absent for a pipe. */
  paint?(style: Style, text: string): string;
  /** Shows one line below the results until the next call; an empty text removes it. Absent for a pipe. */
  status?(text: string): void;
  /** Columns of the terminal. */
  columns?: number;
  /**
   * Calls the listener at the first Ctrl-C; the second one ends the process. Returns a function that removes the
   * listener.
   */
  onInterrupt?(listener: () => void): () => void;
}

export type Style = 'green' | 'yellow' | 'red' | 'dim' | 'bold';

interface OptionSpec {
  type: 'string' | 'boolean';
  short?: string;
  /** May be given several times: the value is a list. */
  multiple?: boolean;
  /** Accepted, but not in the help. */
  hidden?: boolean;
  /** Name of the value in the help: `<port>`. */
  value?: string;
  about: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type OptionValues<Specs extends OptionSpecs> = {
  [Name in keyof Specs]?: Specs[Name] extends { multiple: true }
    ? string[]
    : Specs[Name]['type'] extends 'boolean'
      ? boolean
      : string;
};

export interface Command<Specs extends OptionSpecs = OptionSpecs> {
  /** Words after `./academy`: `start`, `apply course`, `token create`. */
  name: string;
  /** One line for the overview. */
  summary: string;
  /** More lines for the command's own help. */
  details?: readonly string[];
  /**
   * Names of its positional arguments, in order: `<kind>`, or `[<kind>]` where it may be left out; the last may be
   * `[<folder>...]`: any number.
   */
  words?: readonly string[];
  options: Specs;
  /** Runs the command and returns its exit status; problems are thrown as `StartProblem` or `CommandProblem`. */
  run(values: OptionValues<Specs>, terminal: Terminal, words: readonly string[]): Promise<number>;
}

/** Keeps the option types of one command, while lists hold commands of any type. */
export function defineCommand<const Specs extends OptionSpecs>(command: Command<Specs>): Command {
  return command as unknown as Command;
}

/** A problem with its own exit status. */
export class CommandProblem extends StartProblem {
  readonly exitCode: number;
  constructor(exitCode: number, message: string, nextStep: string) {
    super(message, nextStep);
    this.name = 'CommandProblem';
    this.exitCode = exitCode;
  }
}

export function usageProblem(message: string, command: string): CommandProblem {
  return new CommandProblem(EXIT.usage, message, `See "./academy ${command} --help".`.replace('  ', ' '));
}

/** Parses the words after a command's name. */
export function parseOptions(
  command: Command,
  args: readonly string[],
): { values: OptionValues<OptionSpecs>; words: string[] } | 'help' {
  if (args.includes('--help') || args.includes('-h')) return 'help';
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  const names = command.words ?? [];
  // `-f=<file>` is used by older scripts.
  const plain = args.flatMap((arg) => (/^-[a-z]=/.test(arg) ? [arg.slice(0, 2), arg.slice(3)] : [arg]));
  const { values, positionals } = parsed(command, plain, options);
  const missing = names[positionals.length];
  if (missing !== undefined && !missing.startsWith('[')) throw usageProblem(`${missing} is missing.`, command.name);
  return { values, words: positionals };
}

/** Whether a name stands for any number of arguments. */
const isList = (name: string): boolean => name.startsWith('[') && name.endsWith('...]');

function parsed(command: Command, args: string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    const allowPositionals = command.words !== undefined;
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals });
    const empty = Object.entries(values).find(([, value]) => typeof value === 'string' && value.trim() === '');
    // Such as --data "$FOLDER" without the variable: the default in its place would be another academy.
    if (empty !== undefined) throw usageProblem(`The option --${empty[0]} has no value.`, command.name);
    const extra = positionals[command.words?.length ?? 0];
    if (extra === undefined || isList(command.words?.at(-1) ?? ''))
      return { values: values as OptionValues<OptionSpecs>, positionals };
    throw usageProblem(`Unexpected argument '${extra}'.`, command.name);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    const message = error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : '';
    throw usageProblem(`${message.replace(/\.$/, '')}.`, command.name);
  }
}

/** A required option's value. */
export function required(value: string | undefined, name: string, command: string): string {
  if (value === undefined || value.trim() === '') throw usageProblem(`The option --${name} is missing.`, command);
  return value;
}

/** A whole number out of an option; undefined stays undefined. */
export function numberOption(
  value: string | undefined,
  name: string,
  range: { min: number; max: number },
  command: string,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.min && number <= range.max) return number;
  throw usageProblem(`--${name} must be a whole number from ${range.min} to ${range.max}, not "${value}".`, command);
}

/** The help text of one command. */
export function helpOf(command: Command): string {
  const specs: [string, OptionSpec][] = Object.entries({ ...command.options, help: HELP_OPTION });
  const rows = specs
    .filter(([, { hidden }]) => hidden !== true)
    .map(([name, { short, value, about }]) => [
      `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
      about,
    ]);
  return [
    ['Usage: ./academy', command.name, ...(command.words ?? []), '[options]'].join(' '),
    '',
    command.summary,
    ...(command.details ?? []).flatMap((line) => [line]),
    '',
    'Options:',
    ...columns(rows),
  ].join('\n');
}

/** Two columns, the first as wide as needed. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map((row) => (row[0] ?? '').length));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}

const HELP_OPTION: OptionSpec = { type: 'boolean', short: 'h', about: 'Show this help' };
