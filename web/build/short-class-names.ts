import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Classes and animations. */
const IN_TEXT = /(?:\.|@keyframes )(-?[A-Za-z_][\w-]*)/g;

/**
 * Names for the classes of CSS modules that are as short as can be: styles travel inside every page. The names depend
 * on the sources alone, so browser and server builds agree and an unchanged source gives the same files again.
 */
export function shortClassNames(root: string): (local: string, file: string) => string {
  const names = new Map<string, string>();
  for (const file of globSync('src/**/*.module.css', { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const local of [...new Set([...text.matchAll(IN_TEXT)].map(([, name = '']) => name))].sort()) {
      names.set(`${file} ${local}`, nameOf(names.size));
    }
  }
  return (local, file) => {
    const [path = file] = file.split('?');
    // A class that came while the development server runs has no number yet.
    return (
      names.get(`${relative(root, path)} ${local}`) ?? `${basename(path, '.module.css').replace('.', '-')}-${local}`
    );
  };
}

/** a, b ... Z, a0, b0 ...: content classes are longer words, so the two never meet. */
function nameOf(index: number): string {
  const letter = ALPHABET[index % ALPHABET.length] ?? '';
  const round = Math.floor(index / ALPHABET.length);
  return round === 0 ? letter : `${letter}${round - 1}`;
}
