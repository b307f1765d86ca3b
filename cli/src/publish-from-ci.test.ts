import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseYaml } from '@academy/content/front-matter';
import { plainValue } from '@academy/content/json-source';
import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { runCommand } from './testing/run-command.ts';

const text = readFileSync(join(ROOT, 'docs/how-to/publish-from-ci.md'), 'utf8');
const workflows = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => yaml);

const COMMAND = /academy"? ((?:apply|validate) [^'\n]+)/g;

it('the workflows are YAML with a check of proposals and a publish', () => {
  const read = workflows.map((yaml) => {
    const result = parseYaml(yaml, 0);
    return result.ok ? JSON.stringify(result.documents.map(plainValue)) : result.message;
  });
  expect(read).toHaveLength(2);
  for (const workflow of read) {
    expect(workflow).toContain('validate all --path . --tenant spring');
    expect(workflow).toContain('apply all --path . --tenant spring --prune');
  }
});

it('only the job that publishes gets the secrets', () => {
  const [github = ''] = workflows;
  const [validate = '', publish = ''] = github.split('  publish:');
  expect(validate).not.toContain('secrets.');
  expect(publish).toContain('secrets.ACADEMY_API_TOKEN');
});

/** The packages in the lock file that a workspace needs, by their folders. */
function packagesOf(workspaces: readonly string[]): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: object; optionalDependencies?: object; peerDependencies?: object }>;
  };
  const needed = new Set<string>();
  const visit = (place: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = [`${place}/node_modules/${name}`, `node_modules/${name}`].find(
        (one) => packages[one] !== undefined,
      );
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      visit(found);
    }
  };
  for (const workspace of workspaces) visit(workspace);
  return needed;
}

/** A copy of the repository as a CI job has it: only with the packages that content needs. */
function commandLineAlone(): string {
  const copy = mkdtempSync(join(tmpdir(), 'academy-ci-'));
  const skip = /\/(?:node_modules|dist)(?:\/|$)|\.test\.tsx?$/;
  for (const part of [
    'academy',
    'package-lock.json',
    'cli',
    'server',
    'content',
    'contract',
    'tenants',
    'labs',
    'lab-host',
    'lab-engine',
  ])
    cpSync(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: (from) => !skip.test(from.slice(ROOT.length)),
    });
  mkdirSync(join(copy, 'node_modules/@academy'), { recursive: true });
  for (const folder of ['cli', 'server', 'content', 'contract', 'tenants', 'labs', 'lab-host', 'lab-engine'])
    symlinkSync(`../../${folder}`, join(copy, 'node_modules/@academy', folder));
  for (const place of packagesOf(['content', 'tenants', 'contract', 'labs', 'lab-host', 'lab-engine'])) {
    if (place.includes('@academy/') || place.lastIndexOf('node_modules/') > 0 || !existsSync(join(ROOT, place)))
      continue;
    mkdirSync(dirname(join(copy, place)), { recursive: true });
    symlinkSync(join(ROOT, place), join(copy, place));
  }
  copyFileSync(join(ROOT, 'package-lock.json'), join(copy, 'node_modules/.academy-content-lock'));
  return copy;
}

it('their commands run with the packages of content alone', { timeout: 60_000 }, () => {
  const academy = commandLineAlone();
  try {
    const content = join(academy, 'my content');
    cpSync(join(ROOT, 'samples/spring/pages'), content, { recursive: true });
    // A publish with --prune needs the source that git reports.
    for (const words of ['init -q', 'add -A', '-c user.name=Ann -c user.email=ann@example.org commit -qm One'])
      execFileSync('git', words.split(' '), { cwd: content });
    const env = { ...process.env, ACADEMY_API_URL: 'http://127.0.0.1:9/api/v1', ACADEMY_API_TOKEN: 'academy_pat_0' };
    const run = (words: string) =>
      spawnSync(join(academy, 'academy'), words.split(' '), { cwd: content, env, encoding: 'utf8' });
    const [validate = '', apply = ''] = [...(workflows[0] ?? '').matchAll(COMMAND)].map(([, words = '']) => words);
    const checked = run(validate);
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    expect(checked.stdout).toContain('5 items: 5 checked');
    expect(run(apply)).toMatchObject({ status: 3, stderr: expect.stringContaining('cannot be reached') });
  } finally {
    rmSync(academy, { recursive: true });
  }
});

it('their commands are understood by the command line', async () => {
  const commands = workflows.flatMap((yaml) => [...yaml.matchAll(COMMAND)]);
  expect(commands).toHaveLength(4);
  for (const [, words = ''] of commands) {
    // The folder has nothing to publish: the arguments before were understood.
    const { code, err } = await runCommand(join(ROOT, 'docs'), words.split(' '));
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('There is nothing to publish in .') });
  }
});
