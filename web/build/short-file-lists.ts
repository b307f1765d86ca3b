import type { Plugin } from 'vite';

/** The bundler's list of the files that a chunk's lazy imports need, and what each of them needs, by their places in it. */
const LIST = /\(m\.f=(\["assets\/[^\]]*\])\)/;
const PLACES = /__vite__mapDeps\((\[[\d,]*\])\)/g;
/** Names as the build gives them: scripts have one sign more than styles. */
const SCRIPT = /^assets\/([\w-]{7})\.js$/;
const STYLE = /^assets\/([\w-]{6})\.css$/;

/** Seven signs for a file: `AbCdEfG` is `assets/AbCdEfG.js`, `AbCdEf.` is `assets/AbCdEf.css`. */
export function shortFile(file: string): string {
  const style = STYLE.exec(file)?.[1];
  const signs = SCRIPT.exec(file)?.[1] ?? (style === undefined ? undefined : `${style}.`);
  if (signs === undefined) throw new Error(`${file} has no short name`);
  return signs;
}

/**
 * Shortens what a chunk says about the files of its lazy imports: every page carries such a list, and names cannot be
 * packed. Files become seven signs each, which `load-with-files.ts` understands, and those that are here are left out.
 *
 * @param isHere files that the browser has when the chunk runs
 */
export function shortened(code: string, isHere: (file: string) => boolean): string {
  const list = LIST.exec(code);
  if (list === null) return code;
  const files = JSON.parse(list[1] ?? '[]') as string[];
  const kept = files.filter((file) => !isHere(file));
  const placeOf = new Map(kept.map((file, place) => [file, place]));
  return code
    .replace(PLACES, (_all, places: string) => {
      const now = (JSON.parse(places) as number[]).flatMap((place) => placeOf.get(files[place] ?? '') ?? []);
      return `__vite__mapDeps([${now.join(',')}])`;
    })
    .replace(LIST, () => `(m.f="${kept.map(shortFile).join('')}".match(/.{7}/g))`);
}

/** Applies `shortened` to all chunks of the browser's build. */
export const shortFileLists = (): Plugin => ({
  name: 'academy:short-file-lists',
  enforce: 'post',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    // The bundler writes the lists last.
    order: 'post',
    handler(_options, bundle) {
      const closureOf = (file: string, found = new Set<string>()): Set<string> => {
        const chunk = bundle[file];
        if (found.has(file) || chunk?.type !== 'chunk') return found;
        found.add(file);
        for (const imported of chunk.imports) closureOf(imported, found);
        return found;
      };
      const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry && one.name === 'main');
      const everywhere = closureOf(entry?.fileName ?? '');
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const own = closureOf(chunk.fileName);
        chunk.code = shortened(chunk.code, (file) => everywhere.has(file) || own.has(file));
        // A list in another form than the bundler's was not found: the loader would not understand it.
        if (/"assets\/[\w-]+\.(js|css)"/.test(chunk.code))
          throw new Error(`the file list of ${chunk.fileName} has an unknown form`);
      }
    },
  },
});
