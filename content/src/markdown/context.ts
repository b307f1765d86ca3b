import type { AssetShelf, RepositoryPlace } from '../assets.ts';
import type { FindingList } from '../finding-list.ts';

/** What rendering a text needs to know about the item around it. */
export interface RenderContext {
  shelf: AssetShelf;
  findings: FindingList;
  source: RepositoryPlace | null;
}

/** A part of a text that is rendered: the context and where findings point to. */
export interface TextPlace extends RenderContext {
  file: string;
  /** Line of findings about parts that carry no line of their own. */
  line: number;
}
