import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fence, writeWorkshop } from '../../testing/a-workshop.ts';
import { runCommand } from '../../testing/run-command.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-table-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The row of one lab: its engine, steps, steps that ran, why the others did not, whether it ends. */
async function rowOf(name: string): Promise<string[]> {
  const words = ['labs', 'prove', '.', '--tenant', 'spring', '--table', 'labs.md', '--source-map'];
  await runCommand(folder, [...words, `https://code.example.org/=${folder}/`]);
  const line = readFileSync(join(folder, 'labs.md'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`| ${name} |`));
  const cells = (line ?? '').split('|').map((cell) => cell.trim());
  return [cells[2], cells[5], cells[6], cells[7], cells[8]].map((cell) => cell ?? '');
}
const open = fence('editor:open-file', 'file: ~/exercises/gone.txt');

describe('a row of the table of labs', () => {
  it('takes the published folder for no files from elsewhere', async () => {
    const spec = 'workshop: {files: [{image: {url: "$(image_repository)/lab-files:1"}}]}\n';
    writeWorkshop(folder, 'spring-own', { pages: [open], spec });
    expect(await rowOf('spring-own')).toEqual([
      'browser',
      '1',
      '0',
      expect.stringContaining('does not work: there is no file "gone.txt"'),
      'no',
    ]);
  });

  it.skipIf(!hasSandboxes)('names the source that could not be had', async () => {
    const spec = "workshop: {files: [{git: {url: 'https://code.example.org/code', ref: main}}]}\n";
    writeWorkshop(folder, 'spring-gone', { pages: [open], spec });
    const why = 'files of https://code.example.org/code cannot be had (1)';
    expect(await rowOf('spring-gone')).toEqual(['browser', '1', '0', why, 'no']);
  });

  it('says why a lab is refused', async () => {
    const lab = writeWorkshop(folder, 'spring-template', { pages: ['Read.'] });
    const definition = join(lab, 'resources/workshop.yaml');
    writeFileSync(
      definition,
      `#@ load("@ytt:data", "data")\n${readFileSync(definition, 'utf8').replace(/name: .*/, 'name: #@ data.name')}`,
    );
    const [, steps, , why, ends] = await rowOf('spring-template');
    expect({ steps, why, ends }).toEqual({
      steps: '0',
      why: expect.stringContaining('the lab is refused: holds code of'),
      ends: 'no',
    });
  });
});
