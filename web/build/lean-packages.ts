import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Parts of packages that something smaller of ours stands in for, by what is imported and by whom. */
const STAND_INS: { source: RegExp; importer: RegExp; file: string }[] = [
  { source: /createLucideIcon\.mjs$/, importer: /lucide-react/, file: here('./create-icon.ts') },
  // Writes go through `useWrite`, and no list grows by scrolling: the two largest parts that would never run.
  { source: /\/mutationCache\.js$/, importer: /query-core/, file: here('./no-mutations.ts') },
  { source: /\/infiniteQueryBehavior\.js$/, importer: /query-core/, file: here('./no-infinite-queries.ts') },
  { source: /^use-sync-external-store\/shim/, importer: /wouter/, file: here('./use-sync-external-store.ts') },
];

/** Vite's own part of what it builds. */
const LOADER = '\0vite/preload-helper.js';

const ICONS = 'lucide-react';

/** File of each icon by its exported name, read from the library's list. */
function iconFiles(): Map<string, string> {
  const list = createRequire(import.meta.url)
    .resolve(ICONS)
    .replace(/dist[\\/].*$/, 'dist/esm/lucide-react.mjs');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(list, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/(icons\/[^']+)'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, `${ICONS}/dist/esm/${file}`);
  return files;
}

/**
 * Makes packages as light as what we use of them. Icons are imported file by file: through the library's one list every
 * icon of the product would belong to the first chunk that shows one.
 */
export function leanPackages(): Plugin {
  let files: Map<string, string> | null = null;
  return {
    name: 'academy:lean-packages',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes(`'${ICONS}'`)) return;
      files ??= iconFiles();
      const all = files;
      return code.replace(new RegExp(`import \\{([^}]*)\\} from '${ICONS}';`, 'g'), (_statement, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => {
            const [exported = '', own = exported] = name.split(' as ');
            const file = all.get(exported);
            if (file === undefined) throw new Error(`${ICONS} has no icon ${exported}`);
            return `import ${own} from '${file}';`;
          })
          .join(''),
      );
    },
    load: (id) =>
      id === LOADER ? `export { __vitePreload } from ${JSON.stringify(here('./load-with-files.ts'))};` : undefined,
    resolveId(source, importer = '') {
      return STAND_INS.find((one) => one.source.test(source) && one.importer.test(importer))?.file;
    },
  };
}

/** What the worker of labs needs of Node, which no browser has. */
export const labPackages = (): Plugin => ({
  name: 'academy:lab-packages',
  enforce: 'pre',
  resolveId: (source) => (source === 'node:zlib' ? here('./no-zlib.ts') : undefined),
});
