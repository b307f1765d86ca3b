import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import type { Manifest, Plugin } from 'vite';

/** Source file of the browser's entry, as the manifest names it. */
export const ENTRY = 'src/main.tsx';
/** Source file of the script that notices when the entry does not start. */
export const LOAD_WATCH = 'src/load-watch.ts';
/** Styles for paper, and what may come after the first paint. */
export const LATER_STYLES = 'src/styles/later.css';
/**
 * Screens that visitors open first. What only others share, forms and tables of the administration, is a file of its own.
 */
export const FIRST_SCREENS =
  /\/screens\/(home|courses|lessons|guides|learning-paths|instructors|content-pages)\/[\w-]+-screen\.tsx$/;
/** Each language has a client build of its own, so that pages carry one language. */
export const BUILT_LANGUAGES = Object.keys(LANGUAGES) as Language[];
const VIRTUAL = 'virtual:client-build';

export interface EagerFiles {
  scripts: string[];
  /** Inlined into the page. */
  styles: string[];
}

/** Files that the browser needs for a screen: the closure of static imports of entry and screen, each after its imports. */
export function eagerFiles(manifest: Manifest, screen: string | null): EagerFiles {
  const visited = new Set<string>();
  const scripts: string[] = [];
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The client build holds no ${key}`);
    if (visited.has(chunk.file)) return;
    visited.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const style of chunk.css ?? []) styles.add(style);
    scripts.push(chunk.file);
  };
  visit(ENTRY);
  if (screen !== null) visit(screen);
  return { scripts, styles: [...styles] };
}

/** The source files that the entry may load later: the screens of the route table, and a few that no route names. */
export const lazyFilesOf = (manifest: Manifest): readonly string[] => manifest[ENTRY]?.dynamicImports ?? [];

/** Where the build of a language lists its files, below the folder that all of them share. */
export const manifestOf = (language: Language): string =>
  language === ORIGINAL ? '.vite/manifest.json' : `.vite/manifest.${language}.json`;

export function readManifest(clientFolder: string, language: Language = ORIGINAL): Manifest {
  return JSON.parse(readFileSync(join(clientFolder, manifestOf(language)), 'utf8')) as Manifest;
}

/**
 * Tells the server entry what the client build left behind: scripts and inline styles per screen.
 */
export function clientBuild(clientFolder: string): Plugin {
  return {
    name: 'academy:client-build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return;
      return this.environment.mode === 'dev' ? developmentModule() : builtModule(clientFolder);
    },
  };
}

function builtModule(clientFolder: string): string {
  const texts = new Map<string, string>();
  const style = (file: string): string => {
    texts.set(file, texts.get(file) ?? readFileSync(join(clientFolder, file), 'utf8').trim());
    return file;
  };
  const filesOf = (language: Language) => {
    const manifest = readManifest(clientFolder, language);
    const entry = manifest[ENTRY]?.file;
    const assetsFor = (screen: string | null) => {
      const { scripts, styles } = eagerFiles(manifest, screen);
      return { scripts: scripts.filter((file) => file !== entry), styles: styles.map(style) };
    };
    return {
      files: {
        entry,
        loadWatch: manifest[LOAD_WATCH]?.file ?? null,
        laterStyles: manifest[LATER_STYLES]?.file,
        font: Object.values(manifest).find(({ file }) => file.endsWith('.woff2'))?.file ?? null,
      },
      shell: assetsFor(null),
      screens: Object.fromEntries(lazyFilesOf(manifest).map((screen) => [screen, assetsFor(screen)])),
    };
  };
  const builds = Object.fromEntries(BUILT_LANGUAGES.map((language) => [language, filesOf(language)]));
  // Each text stands here once and not for each screen: two threads hold the source of the server entry in memory.
  return [
    `const builds = ${JSON.stringify(builds)};`,
    `const texts = ${JSON.stringify(Object.fromEntries(texts))};`,
    'const withTexts = ({ scripts, styles }) => ({ scripts, styles: styles.map((file) => ({ file, css: texts[file] })) });',
    'export const filesOf = (language) => builds[language].files;',
    'export const assetsOf = (language, file) => withTexts(builds[language].screens[file] ?? builds[language].shell);',
  ].join('\n');
}

/** In development Vite serves sources; styles come with the scripts. */
function developmentModule(): string {
  return [
    `export const filesOf = () => ({ entry: ${JSON.stringify(DEVELOPMENT_ENTRY)}, loadWatch: null, laterStyles: '${LATER_STYLES}', font: null });`,
    'export const assetsOf = () => ({ scripts: [], styles: [] });',
  ].join('\n');
}

const DEVELOPMENT_ENTRY = 'development-entry.js';

/**
 * The browser's entry in development: what Vite would write into the page as inline scripts, which the policy forbids
 * (docs/pitfalls.md#vite-writes-inline-scripts-in-development).
 */
export function developmentEntry(): Plugin {
  return {
    name: 'academy:development-entry',
    apply: 'serve',
    resolveId: (id) => (id === `/${DEVELOPMENT_ENTRY}` ? id : undefined),
    load(id) {
      if (id !== `/${DEVELOPMENT_ENTRY}`) return;
      return [
        "import '/@vite/client';",
        "import { injectIntoGlobalHook } from '/@react-refresh';",
        'injectIntoGlobalHook(window);',
        'window.$RefreshReg$ = () => {};',
        'window.$RefreshSig$ = () => (type) => type;',
        `await import('/${ENTRY}');`,
      ].join('\n');
    },
  };
}
