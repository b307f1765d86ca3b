import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { BrowserShell } from './browser-shell.ts';

/** The labs of the sample academies against the shell that runs them in the browser, which knows fewer options than others. */

const SAMPLES = join(import.meta.dirname, '../../samples');
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const labs = ['spring', 'kube', 'tanzu']
  .flatMap((tenant) => {
    const folder = join(SAMPLES, tenant, 'workshops');
    return readdirSync(folder).map((name) => ({ lab: `${tenant}/${name}`, folder: join(folder, name) }));
  })
  // Others need programs of an environment.
  .filter(({ folder }) => {
    const definition = readFileSync(join(folder, 'resources/workshop.yaml'), 'utf8');
    return [undefined, 'browser'].includes(/^ +academy\/environment: (.+)$/m.exec(definition)?.[1]);
  });

it('two labs of each academy run in the browser', () => {
  for (const tenant of ['spring/', 'kube/', 'tanzu/'])
    expect(labs.filter(({ lab }) => lab.startsWith(tenant)).length, tenant).toBeGreaterThanOrEqual(2);
});

it.each(labs)('every command of $lab is understood', async ({ folder }) => {
  const shell = new BrowserShell();
  const files = filesIn(join(folder, 'exercises')).map((file) => ({
    path: relative(folder, file),
    text: readFileSync(file, 'utf8'),
  }));
  await shell.answer({ kind: 'start', files });
  const pages = filesIn(join(folder, 'workshop/content')).map((file) => readFileSync(file, 'utf8'));
  // On the line itself, or in indented lines below it.
  const commands = pages.flatMap((text) =>
    [...text.matchAll(/^```terminal:execute\ncommand: (?:\|-?\n((?: +.*\n)+)|(.+))/gm)].map(
      ([, lines, line]) => lines ?? line ?? '',
    ),
  );
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const { stderr = '' } = await shell.answer({ kind: 'run', session: '1', command });
    // Files that the learner makes on an earlier page are not there, and a service may be late.
    expect(stderr.replace(/^(?:.*No such file|curl: \(28\)|try \d|gave up).*\n?/gm, ''), command).toBe('');
  }
});
