import type { LabTree } from '@academy/content/lab-files/lab-tree';
import type { OutsidePolicy } from '../public-hosts.ts';
import type { SourceMap } from './source-map.ts';

/** Files of one source, before its globs. */
export interface FetchedTree {
  tree: LabTree;
  /** Commit, digest or tag; null where the source has none. */
  at: string | null;
  /** Branches and tags of the history that it has, and their commits. */
  refs?: Readonly<Record<string, string>>;
  /** Date of its files. */
  date: Date;
}

/** What fetching needs besides the source. */
export interface FetchTerms {
  map: SourceMap;
  /** Which addresses may be reached that the author has not mapped; left out, those of the public internet over https. */
  policy?: OutsidePolicy;
  env: NodeJS.ProcessEnv;
}

/** Date of files whose source tells none; not before 1980, which archives of other programs cannot hold. */
export const NO_DATE = new Date(Date.UTC(2000, 0, 1));
