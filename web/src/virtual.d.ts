declare module 'virtual:client-build' {
  import type { Language } from '@academy/contract/i18n/languages';
  import type { ScreenAssets } from './document.ts';

  interface ClientFiles {
    /** The browser's entry script, without leading slash. */
    entry: string;
    /** The script that notices when the entry does not start; null in development. */
    loadWatch: string | null;
    laterStyles: string;
    /** The heading font, to be preloaded. */
    font: string | null;
  }
  /** What the build of a language left behind. */
  export function filesOf(language: Language): ClientFiles;
  /** @param file source file of a screen; null for the shell alone */
  export function assetsOf(language: Language, file: string | null): ScreenAssets;
}

/** The text of a style file. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}

/** Address of a script that runs in a worker, bundled on its own. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
