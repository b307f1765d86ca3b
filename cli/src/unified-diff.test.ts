import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the difference of two texts', () => {
  it('shows a changed line between its neighbours', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';
    expect(unifiedDiff('content.md', before, before.replace('five', 'FIVE'))).toEqual([
      '--- a/content.md',
      '+++ b/content.md',
      '@@ -2,7 +2,7 @@',
      ...[' two', ' three', ' four', '-five', '+FIVE', ' six', ' seven', ' eight'],
    ]);
  });

  it('is empty for equal texts, and shows new and removed files whole', () => {
    expect(unifiedDiff('a.md', 'x\n', 'x\n')).toEqual([]);
    expect(unifiedDiff('a.md', null, 'x\ny\n')).toEqual(['--- /dev/null', '+++ b/a.md', '@@ -0,0 +1,2 @@', '+x', '+y']);
    expect(unifiedDiff('a.md', 'x\n', null)).toEqual(['--- a/a.md', '+++ /dev/null', '@@ -1,1 +0,0 @@', '-x']);
  });

  it('shows unrelated texts without a long search', () => {
    const text = (word: string) => Array.from({ length: 5_000 }, (_none, at) => `${word} ${at}\n`).join('');
    expect(unifiedDiff('a.md', text('old'), text('new'))).toHaveLength(10_003);
  });

  it('is a patch for git when a text loses its last newline', () => {
    const text = (word: string) => Array.from({ length: 3_000 }, (_none, at) => `${word} ${at}\n`).join('');
    const file = join(folder, 'text.md');
    for (const [before, after] of [
      [text('old'), `${text('new')}and the end`],
      ['one\ntwo\n', 'one\ntwo'],
    ] as const) {
      writeFileSync(file, before);
      const input = `${unifiedDiff('text.md', before, after).join('\n')}\n`;
      execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input });
      expect(readFileSync(file, 'utf8')).toBe(after);
    }
  });

  it('is a patch that git applies, whatever changed', () => {
    // A fixed pseudo-random sequence, so that a failure can be repeated.
    let seed = 7;
    const next = (max: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % max;
    };
    for (let turn = 0; turn < 12; turn += 1) {
      const lines = Array.from({ length: 40 }, () => `line ${next(9)}`);
      const changed = lines.flatMap((line) => {
        const what = next(8);
        return what === 0 ? [] : what === 1 ? [line, `new ${next(9)}`] : what === 2 ? [`other ${next(9)}`] : [line];
      });
      const file = join(folder, 'text.md');
      writeFileSync(file, `${lines.join('\n')}\n`);
      const patch = unifiedDiff('text.md', `${lines.join('\n')}\n`, `${changed.join('\n')}\n`);
      if (patch.length > 0)
        execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: `${patch.join('\n')}\n` });
      expect(readFileSync(file, 'utf8')).toBe(`${changed.join('\n')}\n`);
    }
  });
});
