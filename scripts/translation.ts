import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CATALOGUES = '{contract,content,identity,server,web}/src/**/*texts.de.ts';

/** A translation that repeats its original: the same messages, for a translator to replace one by one. */
export function skeletonOf(original: string, language: string): string {
  const [, messages] = /\btexts\((\{\n.*\n\})\)\.translated\(/s.exec(original) ?? [];
  if (messages === undefined) throw new Error('There are no messages');
  return `export const ${language} = ${messages};\n`;
}

/** The file of a catalogue with one more translation. */
export function joinedWith(original: string, name: string, language: string): string {
  if (original.includes(`./${name}.${language}.ts`)) return original;
  return original
    .replace(
      /^import \{ de \} from .*\n/m,
      (line) => `${line}import { ${language} } from './${name}.${language}.ts';\n`,
    )
    .replace(/\.translated\(\{ (.*?) \}/, (_call, languages: string) => `.translated({ ${languages}, ${language} }`);
}

/** The messages of a catalogue's file, as they are written there. */
export function messagesIn(code: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, key = '', text = ''] of code.matchAll(
    /^ {2}('?[\w.-]+'?):\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/gm,
  ))
    found.set(key.replaceAll("'", ''), text.slice(1, -1));
  return found;
}

/** Messages that still say the same as the original, in words: those of names and figures alone never differ. */
export function untranslated(original: string, translation: string): string[] {
  const translated = messagesIn(translation);
  return [...messagesIn(original)]
    .filter(([key, text]) => translated.get(key) === text && /\p{L}{2}/u.test(text.replace(/\{[^{}]*\}|<[^>]*>/g, '')))
    .map(([key]) => key);
}

const catalogues = (): string[] =>
  globSync(CATALOGUES, { cwd: ROOT })
    .map((file) => file.slice(0, -'.de.ts'.length))
    .sort();
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Writes the skeleton of every catalogue that a language does not have yet. @returns the names of the new files */
function addLanguage(language: string): string[] {
  return catalogues().flatMap((name) => {
    const file = `${name}.${language}.ts`;
    if (existsSync(join(ROOT, file))) return [];
    const original = read(`${name}.ts`);
    writeFileSync(join(ROOT, file), skeletonOf(original, language));
    writeFileSync(join(ROOT, `${name}.ts`), joinedWith(original, basename(name), language));
    return [file];
  });
}

/** How much of a language is translated, and where the rest is. */
function report(language: string): string[] {
  let [all, left] = [0, 0];
  const lines = catalogues().flatMap((name) => {
    const original = read(`${name}.ts`);
    const file = `${name}.${language}.ts`;
    const keys = existsSync(join(ROOT, file)) ? untranslated(original, read(file)) : [...messagesIn(original).keys()];
    all += messagesIn(original).size;
    left += keys.length;
    return keys.length === 0 ? [] : [`${file}: ${keys.join(', ')}`];
  });
  return [
    ...lines,
    `${language}: ${all - left} of ${all} messages are translated (${Math.floor((100 * (all - left)) / all)} %).`,
  ];
}

if (import.meta.main) {
  const [what, language = ''] = process.argv.slice(2);
  if (!/^(?:add|check)$/.test(what ?? '') || !/^[a-z]{2}$/.test(language)) {
    console.error('Next: node scripts/translation.ts add fr, or: node scripts/translation.ts check fr');
    process.exitCode = 2;
  } else {
    if (what === 'add') console.info(`${addLanguage(language).length} files written.`);
    for (const line of report(language)) console.info(line);
  }
}
