import type { Machine } from '../linux/machine.ts';
import { type Case, changesOf, type Seen } from './debian-cases.ts';
import { FILES } from './debian-files.ts';

const SECONDS = 120;
/** What the results of Debian were recorded with, where a machine has something else. */
const VARIABLES = { PATH: '/usr/bin:/bin' };

/** Runs the commands of a case in a machine as one script, in a home folder with the files of the suite. */
export async function seenInMachine(machine: Machine, { commands }: Case): Promise<Seen> {
  const there = (await textsOf(machine)).keys();
  await machine.removeFiles([...new Set([...there].map((path) => path.split('/')[0] ?? path))]);
  const encoder = new TextEncoder();
  await machine.writeFiles(
    Object.entries(FILES).map(([path, text]) => ({ path, mode: 0o644, bytes: encoder.encode(text) })),
  );
  const words = ['/bin/bash', '-O', 'expand_aliases', '-c', commands.join('\n')];
  const { stdout, status } = await machine.runProgram(words, { variables: VARIABLES, seconds: SECONDS });
  return { stdout, status, changes: changesOf(FILES, await textsOf(machine)) };
}

async function textsOf(machine: Machine): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { path, mode } of await machine.home()) {
    if ((mode & 0xf000) !== 0x8000) continue;
    const bytes = await machine.readFile(path, false);
    if (bytes !== null) texts.set(path, new TextDecoder().decode(bytes));
  }
  return texts;
}
