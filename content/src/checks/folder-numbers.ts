import type { LessonPlace } from '../courses/walk-course.ts';
import { compare, type FindingList } from '../finding-list.ts';
import { shortened } from '../text-source.ts';

/**
 * Folders of lessons and modules are read in the plain order of their names. One without a number among numbered ones
 * comes last, and `10-` comes before `2-`.
 */
export function checkFolderNumbers(places: readonly LessonPlace[], findings: FindingList): void {
  for (const beside of Map.groupBy(places, ({ moduleFolder }) => moduleFolder).values()) {
    const named = beside.map(({ kind, folder }) => {
      const name = folder.split('/').at(-1) ?? '';
      return { file: `${folder}/${kind}.json`, name, number: /^\d+/.exec(name)?.[0] ?? null };
    });
    const numbered = named.filter((one): one is typeof one & { number: string } => one.number !== null);
    if (numbered.length === 0) continue;
    for (const { file, name } of named.filter(({ number }) => number === null)) {
      const place = compare(name, numbered[0]?.name ?? '') < 0 ? 'before' : 'after';
      const message = `the folder "${shortened(name, 80)}" has no number, so it comes ${place} all folders that have one. Begin its name with two digits, as in "${shortened(numbered[0]?.name ?? '', 80)}"`;
      findings.warning('folder-without-number', file, 1, message);
    }
    const sorted = [...numbered].sort((a, b) => compare(a.name, b.name));
    for (const [at, { file, name, number }] of sorted.entries()) {
      const before = sorted[at - 1];
      if (before === undefined || Number(number) >= Number(before.number)) continue;
      const width = Math.max(...numbered.map((one) => one.number.length));
      const message = `the folder "${shortened(name, 80)}" comes after "${shortened(before.name, 80)}": names are sorted letter by letter. Write its number as ${number.padStart(width, '0')}`;
      findings.warning('folder-order', file, 1, message);
    }
  }
}
