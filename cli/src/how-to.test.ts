import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from './cli.ts';

const HOW_TO = fileURLToPath(new URL('../../docs/how-to/', import.meta.url));
const documents = readdirSync(HOW_TO)
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(join(HOW_TO, file), 'utf8') }));

interface Example {
  document: string;
  language: string;
  /** The words after the language: a file's name, followed by `mistake`, or `findings`. */
  words: string[];
  text: string;
}

/** The outer fences of a document, with nested ones as part of their text. */
function examplesOf({ file, text }: { file: string; text: string }): Example[] {
  const fences = /^(`{3,}|~{3,})([a-z]+)?(?: (.+))?\n([\s\S]*?)^\1$/gm;
  return [...text.matchAll(fences)].map(([, , language = '', words = '', body = '']) => ({
    document: file,
    language,
    words: words.split(' ').filter((word) => word !== ''),
    text: body,
  }));
}

const examples = documents.flatMap(examplesOf);
const isFile = ({ words }: Example) => words.length > 0 && words[0] !== 'findings';
const files = examples.filter((example) => isFile(example) && example.words[1] === undefined);
const mistakes = examples.flatMap((example, index) =>
  example.words[1] === 'mistake' ? [{ example, told: examples[index + 1] }] : [],
);

/** Few enough items that no worker is started for them. */
const COURSE = /^courses\/|^instructors\/|^guides\/tea-in-the-office\//;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the files of all pages, of the pages that `wanted` matches, and with some of them replaced. */
function contentFolder(wanted = /./, more: readonly Example[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-how-to-'));
  folders.push(folder);
  for (const { words, text } of [...files.filter((one) => wanted.test(one.words[0] ?? '')), ...more]) {
    const path = join(folder, words[0] ?? '');
    mkdirSync(dirname(path), { recursive: true });
    // Checks are programs, as the page about labs says.
    writeFileSync(path, text, { mode: path.includes('/examiner/tests/') ? 0o755 : 0o644 });
  }
  return folder;
}

async function run(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ status: number; lines: string[] }> {
  const lines: string[] = [];
  const put = (line: string) => lines.push(...line.split('\n'));
  const status = await runCli(args, {
    env,
    cwd,
    out: put,
    err: put,
    readInput: async () => '',
    ask: async () => 'yes',
  });
  return { status, lines };
}

/** `./academy` lines of a text, each as its words. */
function commandsOf({ text }: { text: string }): string[][] {
  const found = [...text.matchAll(/(?:^|[\s`])(?:\.|\/opt\/academy)\/academy ([^`\n|]+)/gm)].map(
    ([, line = '']) => line,
  );
  return found.map((line) => (line.replace(/\s+#.*$/, '').match(/"[^"]*"|\S+/g) ?? []).map(String));
}

describe('the how-to pages', { timeout: 60_000 }, () => {
  it('show files that are complete: everything together is checked without a finding', async () => {
    const { status, lines } = await run(['validate', 'all', '--path', '.', '--strict'], contentFolder());
    expect(lines.filter((line) => /: (?:warning|error|fatal) /.test(line))).toEqual([]);
    expect(status).toBe(0);
    for (const id of ['spring-tea-for-engineers', 'spring-weigh-the-leaves', 'spring-from-leaf-to-cup'])
      expect(lines.join('\n')).toContain(id);
  });

  it('never give one file two different contents', () => {
    const names = files.map(({ words }) => words[0]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(mistakes)('quote the finding about the mistake in $example.words.0', async ({ example, told }) => {
    expect(told?.words).toEqual(['findings']);
    const { lines } = await run(['validate', 'all', '--path', '.'], contentFolder(COURSE, [example]));
    const findings = lines.filter((line) => /:\d+: (?:warning|error|fatal) /.test(line)).map((line) => line.trim());
    const short = findings.map((line) => /^(\S+: \w+ [a-z-]+)/.exec(line)?.[1]);
    expect(short).toEqual(told?.text.trim().split('\n'));
  });

  it('name only commands and options that exist', async () => {
    const commands = documents.flatMap((document) => commandsOf(document));
    expect(commands.length).toBeGreaterThan(15);
    for (const command of commands) {
      const words = command.slice(
        0,
        Math.max(
          0,
          command.findIndex((word) => word.startsWith('-')),
        ) || command.length,
      );
      const options = command.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0] ?? '');
      const help = await helpFor(words);
      for (const option of options)
        expect(help, `${command.join(' ')}`).toMatch(new RegExp(`(^|[\\s,])${option}\\b`, 'm'));
    }
  });

  it('name commands that are understood as they stand there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'academy-how-to-'));
    folders.push(folder);
    renameSync(contentFolder(COURSE), join(folder, 'tea'));
    mkdirSync(join(folder, 'coffee'));
    const commands = documents.flatMap((document) => commandsOf(document));
    for (const words of new Set(commands.filter((command) => canRun(command)).map((command) => command.join(' ')))) {
      // Nothing listens there: a valid command ends with 3 when it has to reach a server.
      const env = { ACADEMY_API_URL: 'http://127.0.0.1:9/api/v1', ACADEMY_API_TOKEN: 'academy_pat_0' };
      const args = commands.find((command) => command.join(' ') === words) ?? [];
      const plain = args.map((word) => word.replace(/^"(.*)"$/, '$1'));
      const { status, lines } = await run(plain, folder, env);
      const sends = plain[0] === 'apply' || (plain[0] === 'content' && plain[1] !== 'new');
      expect(status === 3, `${words}: ${lines.join('\n')}`).toBe(sends);
      expect(status, `${words}: ${lines.join('\n')}`).not.toBe(2);
    }
  });

  it('link to pages that exist', () => {
    for (const { file, text } of documents) {
      const links = [...text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1$/gm, '').matchAll(/\]\(([^)#:]+\.md)\)/g)];
      for (const [, target = ''] of links)
        expect(() => readFileSync(join(HOW_TO, target)), `${file}: ${target}`).not.toThrow();
    }
  });
});

/**
 * False for commands that run until they are stopped, build or test the whole, change an academy's people, use the network, or
 * need a repository around the folder.
 */
function canRun(command: readonly string[]): boolean {
  const [first = ''] = command;
  const lasting = [
    'start',
    'dev',
    'test',
    'build',
    'preview',
    'token',
    'user',
    'keys',
    'secrets',
    'retention',
    'statistics',
    'directories',
    'backup',
    'restore',
    'db',
    'doctor',
    'bench',
    'faults',
    'upgrade',
    'labs',
  ].includes(first);
  return !lasting && !command.some((word) => ['--links', '--prune', '--source'].includes(word) || word.includes('<'));
}

/** Help of the longest command at the beginning of these words: `content history course tea` is `content history`. */
async function helpFor(words: readonly string[]): Promise<string> {
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    const { status, lines } = await run([...words.slice(0, length), '--help'], HOW_TO);
    if (status === 0) return lines.join('\n');
  }
  throw new Error(`there is no command "${words.join(' ')}"`);
}
