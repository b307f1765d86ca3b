import packageJson from '../package.json' with { type: 'json' };
import {
  type Command,
  CommandProblem,
  columns,
  EXIT,
  helpOf,
  parseOptions,
  type Terminal,
  usageProblem,
} from './command.ts';
import { explained } from './explained-error.ts';

/** Loaded on demand, so that a small command does not load the server's code. */
const COMMANDS: Readonly<Record<string, { summary: string; load(): Promise<object> }>> = {
  start: { summary: 'Start the academy: web, API, sign-in and database', load: () => import('./commands/start.ts') },
  dev: { summary: 'Start the academy and reload it when sources change', load: () => import('./commands/dev.ts') },
  config: { summary: 'Check the settings and show them', load: () => import('./commands/config.ts') },
  build: { summary: 'Build the web', load: () => import('./commands/build.ts') },
  test: { summary: 'Run every check and test', load: () => import('./commands/test.ts') },
  bench: { summary: 'Measure pages, calls and starts', load: () => import('./commands/bench.ts') },
  faults: {
    summary: 'Kill, restart and starve academies, and count what is lost',
    load: () => import('./commands/faults.ts'),
  },
  backup: { summary: 'Write the whole database to one file', load: () => import('./commands/backup.ts') },
  restore: { summary: 'Write a backup into an empty database', load: () => import('./commands/backup.ts') },
  db: { summary: 'Move everything to another database; bring one up to date', load: () => import('./commands/db.ts') },
  upgrade: {
    summary: 'Say what an upgrade to this edition would do, before it is done',
    load: () => import('./commands/upgrade.ts'),
  },
  doctor: {
    summary: 'Check settings, database, disk, mail, provider and labs; say what to do',
    load: () => import('./commands/doctor.ts'),
  },
  apply: { summary: 'Publish content from a folder', load: () => import('./commands/apply.ts') },
  validate: { summary: 'Check content without sending it', load: () => import('./commands/apply.ts') },
  preview: { summary: 'Show content as an academy while it is written', load: () => import('./commands/preview.ts') },
  user: {
    summary: 'People: add, import, invite, list, roles, membership, passwords, remove',
    load: () => import('./commands/user.ts'),
  },
  content: {
    summary: 'History, differences, rollback, unpublish, delete, new skeletons; where files lie',
    load: () => import('./commands/content.ts'),
  },
  directories: {
    summary: 'Companies whose people log in with their own provider: domains, a way in without it',
    load: () => import('./commands/directories.ts'),
  },
  keys: { summary: 'Signing keys and their secret; end all sessions', load: () => import('./commands/keys.ts') },
  retention: { summary: 'How long records are kept; delete old ones', load: () => import('./commands/retention.ts') },
  labs: {
    summary: 'Run all steps of labs, to prove that they work; environments, images and packages of labs',
    load: () => import('./commands/labs.ts'),
  },
  'lab-host': {
    summary: 'Run labs in sandboxes on this machine, for academies on others',
    load: () => import('./commands/lab-host.ts'),
  },
  secrets: { summary: 'Change all secrets, step by step', load: () => import('./commands/secrets.ts') },
  statistics: {
    summary: 'How far the sums behind the statistics are; make them anew',
    load: () => import('./commands/statistics.ts'),
  },
  token: { summary: 'Create, list and revoke personal access tokens', load: () => import('./commands/token.ts') },
};

/**
 * Runs the command line and returns the exit status. A problem is printed as one line on standard error and a next
 * step, never as a stack trace; `ACADEMY_DEBUG=1` adds the trace.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    const problem = explained(error);
    terminal.err(problem.message);
    terminal.err(`Next: ${problem.nextStep}`);
    if (terminal.env.ACADEMY_DEBUG === '1' && error instanceof Error) terminal.err(error.stack ?? '');
    return problem instanceof CommandProblem ? problem.exitCode : EXIT.failed;
  }
}

async function dispatch(given: readonly string[], terminal: Terminal): Promise<number> {
  const { leading, args } = withoutLeadingOptions(given);
  const [word, ...after] = args;
  if (word === undefined && leading.includes('--version')) {
    terminal.out(packageJson.version);
    return EXIT.ok;
  }
  if (word === undefined) {
    terminal.err(overview());
    return EXIT.usage;
  }
  if (word === '--help' || word === '-h' || word === 'help') {
    terminal.out(overview());
    return EXIT.ok;
  }
  const entry = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (entry === undefined) throw usageProblem(`There is no command "${word}".`, '');
  const family = Object.values<unknown>({ ...(await entry.load()) })
    .flat()
    .filter((value): value is Command => isCommand(value) && value.name.split(' ')[0] === word);
  const single = family.find((command) => command.name === word);
  if (single !== undefined) return runCommand(single, [...leading, ...after], terminal);
  const [second, ...options] = after;
  if (second === '--help' || second === '-h') {
    terminal.out(familyHelp(word, entry.summary, family));
    return EXIT.ok;
  }
  const chosen = family.find((command) => command.name === `${word} ${second}`);
  if (chosen !== undefined) return runCommand(chosen, [...leading, ...options], terminal);
  const [third, ...others] = options;
  const deeper = family.find((command) => command.name === `${word} ${second} ${third}`);
  if (deeper !== undefined) return runCommand(deeper, [...leading, ...others], terminal);
  const below = family.filter((command) => command.name.startsWith(`${word} ${second} `));
  if (below.length > 0 && (third === '--help' || third === '-h')) {
    terminal.out(familyHelp(`${word} ${second}`, entry.summary, below));
    return EXIT.ok;
  }
  const names = family.map((command) => command.name.slice(word.length + 1)).join(', ');
  throw usageProblem(
    second === undefined || second.startsWith('-')
      ? `"${word}" needs one of: ${names}.`
      : `"${word} ${second}" does not exist; there are: ${names}.`,
    word,
  );
}

/** Scripts of older tools pass address and token before the verb; they count like options after it. */
function withoutLeadingOptions(args: readonly string[]): { leading: string[]; args: readonly string[] } {
  const leading: string[] = [];
  let at = 0;
  for (; at < args.length; at += 1) {
    const [name = ''] = (args[at] ?? '').split('=', 1);
    if (!['--url', '--token', '--version'].includes(name)) break;
    leading.push(args[at] ?? '');
    const takesNext = name !== '--version' && name === args[at];
    if (takesNext && at + 1 < args.length) leading.push(args[++at] ?? '');
  }
  return { leading, args: args.slice(at) };
}

function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && 'name' in value && 'run' in value;
}

async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  const parsed = parseOptions(command, args);
  if (parsed !== 'help') return command.run(parsed.values, terminal, parsed.words);
  terminal.out(helpOf(command));
  return EXIT.ok;
}

function overview(): string {
  return [
    'Usage: ./academy <command> [options]',
    '',
    'Commands:',
    ...columns(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary])),
    '',
    'Every command explains itself with --help.',
    'Exit status: 0 well, 1 findings or failure, 2 wrong use, 3 server unreachable or token refused.',
  ].join('\n');
}

function familyHelp(word: string, summary: string, family: readonly Command[]): string {
  return [
    `Usage: ./academy ${word} <what> [options]`,
    '',
    summary,
    '',
    ...columns(family.map((command) => [command.name, command.summary])),
  ].join('\n');
}
