import { expect, test } from 'vitest';
import { buildItem } from './build.ts';
import { fileUses } from './file-uses.ts';
import { aCourse, aLesson, aPng, options } from './testing/content.ts';

test('a file is public where a public text uses it', async () => {
  const open = aLesson('hello', { entitlements: [] });
  const files = aCourse({
    'summary.md': '![S](/summary.png)',
    'conclusion.md': '![C](/conclusion.png)',
    '01-start/01-hello/lesson.json': open,
    '01-start/01-hello/content.md': '![A](/open.png) ![B](/both.png)',
    '01-start/03-more/lesson.json': aLesson('more', { entitlements: ['pro'] }),
    '01-start/03-more/content.md': '![B](/both.png) ![P](/pro.png)',
    '01-start/04-draft/lesson.json': aLesson('draft', { entitlements: [], status: 'draft' }),
    '01-start/04-draft/content.md': '![D](/draft.png)',
    'summary.png': aPng(1, 1),
    'conclusion.png': aPng(2, 1),
    'open.png': aPng(3, 1),
    'both.png': aPng(4, 1),
    'pro.png': aPng(5, 1),
    'draft.png': aPng(6, 1),
  });
  const built = await buildItem('course', files, options());
  if (built.refused) throw new Error(JSON.stringify(built.findings));
  const width = new Map(built.assets.map(({ hash, bytes }) => [hash, Buffer.from(bytes).readUInt32BE(16)]));
  const uses = fileUses(built.item, new Set(width.keys()));
  const named = uses.map(({ hash, isOpen }) => [width.get(hash) ?? 0, isOpen] as const);
  // The course needs an account, so its conclusion does, too; the draft's files are not included.
  expect(named.toSorted(([a], [b]) => a - b)).toEqual([
    [1, true],
    [2, false],
    [3, true],
    [4, true],
    [5, false],
  ]);
  expect(fileUses(built.item, new Set())).toEqual([]);
});
