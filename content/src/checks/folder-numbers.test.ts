import { expect, it } from 'vitest';
import { FindingList } from '../finding-list.ts';
import { brief } from '../testing/content.ts';
import { checkFolderNumbers } from './folder-numbers.ts';

function told(...folders: string[]) {
  const findings = new FindingList();
  checkFolderNumbers(
    folders.map((folder) => ({
      kind: 'lesson' as const,
      folder,
      moduleFolder: folder.includes('/') ? (folder.split('/')[0] ?? null) : null,
    })),
    findings,
  );
  return findings.list();
}

it('a folder without a number among numbered ones is reported', () => {
  const [one, ...others] = told('01-a', '02-b', 'setup');
  expect(others).toEqual([]);
  expect(one).toMatchObject({ file: 'setup/lesson.json', code: 'folder-without-number' });
  expect(one?.message).toContain('comes after all');
});

it('numbers of different lengths that sort in another order are reported', () => {
  const findings = told('1-a', '10-j', '2-b', '9-i');
  expect(brief(findings)).toEqual(['2-b/lesson.json:1 warning folder-order']);
  expect(findings[0]?.message).toContain('as 02');
});

it.each([[['01-a', '01-b', '05-c']], [['a', 'b']], [['01-m/01-a', '01-m/02-b', '02-n/1-a', '02-n/2-b']]])(
  'nothing is said of %j',
  (folders) => {
    expect(told(...folders)).toEqual([]);
  },
);
