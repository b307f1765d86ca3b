import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Bash } from 'just-bash/browser';
import { expect, it } from 'vitest';
import { HOME } from './engine-protocol.ts';

/** The labs of the sample academies against the shell that runs them in the browser, which knows fewer options than others. */

const SAMPLES = join(import.meta.dirname, '../../samples');
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const labs = ['spring', 'kube', 'tanzu'].flatMap((tenant) => {
  const folder = join(SAMPLES, tenant, 'workshops');
  return readdirSync(folder).map((name) => ({ lab: `${tenant}/${name}`, folder: join(folder, name) }));
});

it.each(labs)('every command of $lab is understood', async ({ folder }) => {
  const exercises = filesIn(join(folder, 'exercises'));
  const bash = new Bash({
    cwd: `${HOME}/exercises`,
    env: { HOME },
    files: Object.fromEntries(
      exercises.map((file) => [`${HOME}/${relative(folder, file)}`, readFileSync(file, 'utf8')]),
    ),
  });
  const pages = filesIn(join(folder, 'workshop/content')).map((file) => readFileSync(file, 'utf8'));
  // On the line itself, or in indented lines below it.
  const commands = pages.flatMap((text) =>
    [...text.matchAll(/^```terminal:execute\ncommand: (?:\|-?\n((?: +.*\n)+)|(.+))/gm)].map(
      ([, lines, line]) => lines ?? line ?? '',
    ),
  );
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const { stderr } = await bash.exec(command);
    // Files that the learner makes on an earlier page are not there.
    expect(stderr.replace(/^.*No such file.*\n?/gm, ''), command).toBe('');
  }
});
