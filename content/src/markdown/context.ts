import type { AssetShelf, RepositoryPlace } from '../assets.ts';
import type { FindingList } from '../finding-list.ts';

/** What rendering a text needs to know about the item around it. */
export interface RenderContext {
  shelf: AssetShelf;
  findings: FindingList;
  source: RepositoryPlace | null;
  /** Addresses of pictures elsewhere, and the file of this item that holds a copy of each. */
  pictures: ReadonlyMap<string, string>;
  /** Addresses as texts write them, and where they lead on our site. */
  links: ReadonlyMap<string, string>;
  /** Names of authors, and the ids of their profiles. */
  people: ReadonlyMap<string, string>;
}

/** A part of a text that is rendered: the context and where findings point to. */
export interface TextPlace extends RenderContext {
  file: string;
  /** Line of findings about parts that carry no line of their own. */
  line: number;
}
