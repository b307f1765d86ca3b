import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import { cataloguesOf } from '@academy/contract/i18n/texts';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = '{contract,web,server,identity}/src';
const names = globSync(`${FOLDERS}/**/*texts.de.ts`, { cwd: ROOT }).map((file) => file.slice(0, -'.de.ts'.length));
// Codes that pages put into words come from the engine of labs, too.
const sources = globSync('{contract,web,server,identity,lab-engine}/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.|texts(?:\.[a-z]{2})?\.ts$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(ROOT, file), 'utf8') }));

const catalogueOf = async (name: string, language: string) => {
  const [messages] = Object.values((await import(/* @vite-ignore */ join(ROOT, `${name}.ts`))) as object);
  return cataloguesOf(messages)?.[language as Language] ?? {};
};

/** Arguments and tags of a message, sorted. */
function argumentsOf(message: unknown): string[] {
  const found = new Set<string>();
  // A message is a list of texts and nodes; a node begins with the name of its argument or tag.
  const parts = (list: unknown): void => {
    if (Array.isArray(list)) for (const one of list) if (Array.isArray(one)) visitNode(one);
  };
  const visitNode = (node: unknown[]): void => {
    found.add(String(node[0]));
    for (const one of node.slice(1)) {
      if (Array.isArray(one)) visitNode(one);
      else if (typeof one === 'object' && one !== null) for (const option of Object.values(one)) parts(option);
    }
  };
  parts(message);
  return [...found].sort();
}

describe.each(names)('%s', (name) => {
  const short = basename(name);

  test('says the same in every language, with the same arguments', async () => {
    const original = await catalogueOf(name, 'en');
    for (const language of Object.keys(LANGUAGES)) {
      const translation = await catalogueOf(name, language);
      expect(Object.keys(translation), language).toEqual(Object.keys(original));
      for (const [key, message] of Object.entries(original))
        expect([language, key, argumentsOf(translation[key])]).toEqual([language, key, argumentsOf(message)]);
    }
  });

  test('has no empty message, and no markup but named tags', async () => {
    for (const language of Object.keys(LANGUAGES))
      for (const [key, message] of Object.entries(await catalogueOf(name, language))) {
        const text = JSON.stringify(message);
        expect([key, text.length > 2]).toEqual([key, true]);
        expect([key, /&[a-z]+;|javascript:|<\w+ /i.test(text)]).toEqual([key, false]);
      }
  });

  test('has no message that nothing uses', async () => {
    const others = sources.filter(({ file }) => !file.endsWith(`/${short}.ts`));
    const named = others.filter(({ code }) => code.includes(`/${short}`));
    // A catalogue that is passed on as a whole is read by others.
    const whole = `={${short.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())}}`;
    const users = named.some(({ code }) => code.includes(whole)) ? others : named;
    // Keys that begin with another word each, such as `texts[`${area}Text`]`.
    const endings = users.flatMap(({ code }) =>
      [...code.matchAll(/\[`\$\{\w+\}(\w+)`\]/g)].map(([, ending]) => ending),
    );
    const unused = Object.keys(await catalogueOf(name, 'en')).filter((key) => {
      if (endings.some((ending) => ending !== undefined && key.endsWith(ending))) return false;
      const used = new RegExp(`\\.${key}\\b|'${key}'`);
      // A key may be a code, which other files name.
      return !users.some(({ code }) => used.test(code)) && !sources.some(({ code }) => code.includes(`'${key}'`));
    });
    expect(unused).toEqual([]);
  });
});
