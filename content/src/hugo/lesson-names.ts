import { nameOf, slugOfName } from './hugo-page.ts';

/**
 * The names of a course's pages without their numbers, which are the last part of ids and addresses; duplicates keep
 * their numbers. A section with pages is a module, which has no page.
 *
 * @param folder the course's folder
 * @param files its pages, without the course's own
 */
export function lessonNames(
  folder: string,
  files: readonly string[],
): Map<string, { name: string; isModule: boolean }> {
  const own = files.filter((file) => file !== `${folder}/_index.md` && file !== `${folder}/index.md`);
  const plain = (file: string) => slugOfName(nameOf(file).replace(/^\d+[-_. ]+(?=\S)/, ''));
  const count = new Map<string, number>();
  for (const file of own) count.set(plain(file), (count.get(plain(file)) ?? 0) + 1);
  return new Map(
    own.map((file) => {
      const below = file.endsWith('/_index.md') ? file.slice(0, -'_index.md'.length) : null;
      const isModule = below !== null && own.some((other) => other !== file && other.startsWith(below));
      const name = count.get(plain(file)) === 1 ? plain(file) : slugOfName(nameOf(file));
      return [file, { name, isModule }];
    }),
  );
}
