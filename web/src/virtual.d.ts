declare module 'virtual:client-build' {
  import type { ScreenAssets } from './document.ts';
  /** The browser's entry script, without leading slash. */
  export const entry: string;
  /** The script that notices when the entry does not start; null in development. */
  export const loadWatch: string | null;
  /** The heading font, to be preloaded. */
  export const font: string | null;
  /** Every style text that pages hold inline. */
  export const inlineStyles: readonly string[];
  /** @param file source file of a screen; null for the shell alone */
  export function assetsOf(file: string | null): ScreenAssets;
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
