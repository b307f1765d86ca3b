import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@academy/content/front-matter';
import { plainValue } from '@academy/content/json-source';
import { expect, it } from 'vitest';
import { ROOT } from './paths.ts';
import { runCommand } from './testing/run-command.ts';

const text = readFileSync(join(ROOT, 'docs/how-to/publish-from-ci.md'), 'utf8');
const workflows = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => yaml);

it('the workflows for a git host are YAML with a check of proposals and a publish', () => {
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

it('their commands are understood by the command line', async () => {
  const commands = workflows.flatMap((yaml) => [...yaml.matchAll(/academy"? ((?:apply|validate) [^'\n]+)/g)]);
  expect(commands).toHaveLength(4);
  for (const [, words = ''] of commands) {
    // The folder holds nothing to publish: everything before that was understood.
    const { code, err } = await runCommand(join(ROOT, 'docs'), words.split(' '));
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('There is nothing to publish in .') });
  }
});
