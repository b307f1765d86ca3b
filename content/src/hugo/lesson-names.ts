import { nameOf, pagePath, slugOfName } from './hugo-page.ts';

/**
 * The names of a course's pages without their numbers, which are the last part of ids and addresses. Duplicates keep
 * their numbers, and where these are the same too, the folders they lie in. A section with pages is a module, which has
 * no page.
 *
 * @param folder the course's folder
 * @param files its pages, without the course's own
 */
export function lessonNames(
  folder: string,
  files: readonly string[],
): Map<string, { name: string; isModule: boolean }> {
  const own = files.filter((file) => file !== `${folder}/_index.md` && file !== `${folder}/index.md`);
  const forms: ((file: string) => string)[] = [
    (file) => slugOfName(nameOf(file).replace(/^\d+[-_. ]+(?=\S)/, '')),
    (file) => slugOfName(nameOf(file)),
    (file) => slugOfName(pagePath(file.slice(folder.length + 1))),
  ];
  const counts = forms.map((nameIn) => countsOf(own.map(nameIn)));
  return new Map(
    own.map((file) => {
      const below = file.endsWith('/_index.md') ? file.slice(0, -'_index.md'.length) : null;
      const isModule = below !== null && own.some((other) => other !== file && other.startsWith(below));
      const at = forms.findIndex((nameIn, index) => counts[index]?.get(nameIn(file)) === 1);
      const name = (forms[at] ?? forms[1])?.(file) ?? file;
      return [file, { name, isModule }];
    }),
  );
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
