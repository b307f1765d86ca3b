import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Rolldown } from 'vite';
import { asciiText } from './build/ascii-text.ts';
import { enforceBudgets } from './build/budgets.ts';
import {
  BUILT_LANGUAGES,
  clientBuild,
  developmentEntry,
  ENTRY,
  FIRST_SCREENS,
  LATER_STYLES,
  LOAD_WATCH,
  manifestOf,
} from './build/client-build.ts';
import { compressFolder } from './build/compress.ts';
import { messagesInOneLanguage } from './build/messages.ts';

/** What every page uses and what changes rarely: one file, which stays in caches from release to release. */
const LIBRARIES = ['react', 'react-dom', 'scheduler', '@tanstack', 'wouter'];
/** What so many screens share is one file too, so that a page does not ask for dozens of small ones. */
const SHARED_BY_SCREENS = 5;

const root = fileURLToPath(new URL('.', import.meta.url));
const clientFolder = join(root, 'dist/client');

/** What the bundler knows of modules when it sorts them into files. */
interface Graph {
  getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'id' | 'importedIds' | 'dynamicallyImportedIds'> | null;
}

/** What the entry and the first screens import, for each build. */
const firstModules = new WeakMap<object, ReadonlySet<string>>();

function modulesAtFirst(graph: Graph): ReadonlySet<string> {
  const entry = graph.getModuleInfo(join(root, ENTRY));
  if (entry === null) throw new Error(`The build has no ${ENTRY}`);
  const known = firstModules.get(entry);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const wanted = [entry.id];
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    wanted.push(...importedIds, ...dynamicallyImportedIds.filter((screen) => FIRST_SCREENS.test(screen)));
  }
  firstModules.set(entry, found);
  return found;
}

/** Schemas are imported for their types alone, until a form checks by them. */
const isNeededAtFirst = (id: string, graph: Graph): boolean =>
  modulesAtFirst(graph).has(id) && !id.includes('/node_modules/valibot/');

/** The name of Vite's environment for the browser's files in a language. */
const environmentOf = (language: Language): string => (language === ORIGINAL ? 'client' : `client_${language}`);
const languageOf = (environment: string): Language | null =>
  BUILT_LANGUAGES.find((language) => environmentOf(language) === environment) ?? null;

/** The browser's files in a language; all languages share one folder, and the files that do not depend on it. */
const clientEnvironment = (language: Language): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: clientFolder,
    emptyOutDir: language === ORIGINAL,
    manifest: manifestOf(language),
    rolldownOptions: {
      input: [ENTRY, LOAD_WATCH, LATER_STYLES],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: (id) => LIBRARIES.some((name) => id.includes(`/node_modules/${name}/`)),
              priority: 2,
            },
            {
              name: (id, graph) => (isNeededAtFirst(id, graph) ? 'shared' : null),
              minShareCount: SHARED_BY_SCREENS,
              priority: 1,
            },
            // Without what it imports: that may be part of the entry.
            { name: 'shared-later', minShareCount: SHARED_BY_SCREENS, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});

/** Builds the browser's files, then the server entry that knows them: `vite build web --app`. */
export default defineConfig(({ command }) => ({
  root,
  appType: 'custom',
  publicDir: false,
  plugins: [react(), messagesInOneLanguage(languageOf), clientBuild(clientFolder), developmentEntry(), asciiText()],
  // The shell of labs, in one file. No browser has Node's zlib, and browser labs do not unpack files.
  worker: { format: 'iife' as const },
  resolve: { alias: { 'node:zlib': join(root, 'build/no-zlib.ts') } },
  build: {
    target: 'es2022',
    // Without it `light-dark()` is replaced by something larger.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    ...Object.fromEntries(BUILT_LANGUAGES.map((language) => [environmentOf(language), clientEnvironment(language)])),
    ssr: {
      // With all packages, and the production React whatever NODE_ENV says.
      ...(command === 'build' && { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        outDir: join(root, 'dist/server'),
        emptyOutDir: true,
        target: 'node24',
        rolldownOptions: {
          input: 'src/entry-server.tsx',
          // Screens, and what only browsers run, in files of their own: each thread keeps the text of what it has loaded.
          output: { entryFileNames: 'entry-server.js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const environment = (name: string) => {
        const found = builder.environments[name];
        if (found === undefined) throw new Error(`There is no environment ${name}`);
        return found;
      };
      for (const language of BUILT_LANGUAGES) await builder.build(environment(environmentOf(language)));
      await Promise.all([builder.build(environment('ssr')), compressFolder(join(clientFolder, 'assets'))]);
      enforceBudgets(clientFolder, (line) => console.info(line));
    },
  },
}));
