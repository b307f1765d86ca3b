import { BrowserShell } from '../browser-shell.ts';
import { isRefusal } from '../shell/refusals.ts';
import { type Case, casesOf, changesOf, type Seen, topics } from './debian-cases.ts';
import { FILES } from './debian-files.ts';

export type Verdict = 'equal' | 'refused' | 'different';

/** Runs the commands of a case in the shell of browser labs. @returns null when it refuses one of them */
async function seenInLightShell(commands: readonly string[]): Promise<Seen | null> {
  const shell = new BrowserShell();
  await shell.answer({ kind: 'start', files: Object.entries(FILES).map(([path, text]) => ({ path, text })) });
  let [stdout, status] = ['', 0];
  for (const command of commands) {
    const reply = await shell.answer({ kind: 'run', session: '1', command });
    if (isRefusal(reply)) return null;
    stdout += reply.stdout ?? '';
    status = reply.exitCode ?? 0;
  }
  const files = new Map((await shell.files()).map(({ path, text }) => [path, text]));
  return { stdout, status, changes: changesOf(FILES, files) };
}

/** Compares the shell of browser labs with what Debian has said. */
async function judged({ commands, ...real }: Case): Promise<{ verdict: Verdict; seen: Seen | null }> {
  const seen = await seenInLightShell(commands);
  if (seen === null) return { verdict: 'refused', seen };
  const isEqual =
    seen.stdout === real.stdout &&
    seen.status === real.status &&
    JSON.stringify(sorted(seen.changes)) === JSON.stringify(sorted(real.changes));
  return { verdict: isEqual ? 'equal' : 'different', seen };
}

const sorted = (changes: Seen['changes']) => [...changes].sort(([a], [b]) => (a < b ? -1 : 1));

/** Topics about the shell's own language; the others are about programs. */
const LANGUAGE = /^(arithmetic|arrays|conditions|expansions|loops|redirections|scripts|state|terminal|variables|words)/;

export const topicsAbout = (about: 'language' | 'programs'): string[] =>
  topics().filter((topic) => LANGUAGE.test(topic) === (about === 'language'));

/** Compares all cases of a topic. @returns those that differ, and how many were refused */
export async function judgedTopic(topic: string): Promise<{ different: unknown[]; refused: number }> {
  const different: unknown[] = [];
  let refused = 0;
  for (const one of casesOf(topic)) {
    const { verdict, seen } = await judged(one);
    if (verdict === 'refused') refused += 1;
    if (verdict === 'different') different.push({ debian: one, here: seen });
  }
  return { different, refused };
}
