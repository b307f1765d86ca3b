import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@academy/content/front-matter';
import { plainValue } from '@academy/content/json-source';
import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { fence, writeWorkshop } from './testing/a-workshop.ts';
import { runCommand } from './testing/run-command.ts';

const text = readFileSync(join(ROOT, 'docs/how-to/prove-labs.md'), 'utf8');
const workflows = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, yaml = '']) =>
  yaml.includes('academy') ? [yaml] : [],
);
const commands = workflows.flatMap((yaml) =>
  [...yaml.matchAll(/academy"? ((?:labs prove|apply) [^'\n]+)/g)].map(([, words = '']) => words),
);

it('the files for CI are YAML that proves proposals and what is published', () => {
  expect(workflows).toHaveLength(2);
  for (const yaml of workflows) {
    const read = parseYaml(yaml, 0);
    const json = read.ok ? JSON.stringify(read.documents.map(plainValue)) : read.message;
    expect(json).toContain('labs prove . --tenant spring --changed');
    expect(json).toContain('labs prove . --tenant spring --record');
    expect(json).toContain('apply all --path . --tenant spring --require-proof');
  }
});

it('only the job that publishes gets the secrets of the academy', () => {
  const [proposal = '', publish = ''] = (workflows[0] ?? '').split('  publish:');
  expect(proposal).not.toContain('secrets.');
  expect(publish).toContain('secrets.ACADEMY_API_TOKEN');
});

it('their commands prove a folder, and publish what was proved', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-ci-'));
  try {
    writeWorkshop(folder, 'spring-lab', { pages: [fence('terminal:execute', 'command: ls')] });
    // A publish with --prune needs the source that git reports.
    for (const words of ['init -q', 'add -A', '-c user.name=Ann -c user.email=ann@example.org commit -qm One'])
      execFileSync('git', words.split(' '), { cwd: folder });
    expect(commands).toHaveLength(6);
    const env = { ACADEMY_API_URL: 'http://127.0.0.1:9/api/v1', ACADEMY_API_TOKEN: 'academy_pat_0' };
    for (const words of commands) {
      const args = words.split(' ').map((word) => word.replaceAll('"', ''));
      const { code, out, err } = await runCommand(folder, args, { env });
      // There is no branch to compare with, and no server to publish to.
      const expected = args.includes('--changed') ? 2 : args[0] === 'apply' ? 3 : 0;
      expect({ words, code, said: `${out}${err}` }).toMatchObject({ code: expected });
    }
    expect(readFileSync(join(folder, 'labs.xml'), 'utf8')).toContain('failures="0"');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
