import type { Html } from './html.ts';

/** A page of the provider without the brand's frame. */
export interface Shown {
  /** Precedes the academy's name in the title. */
  title: string;
  content: Html;
  /** Address of a script of our own (`{mountPath}assets/...`); pages offer an alternative to it. */
  script?: string;
}
