import type { Element, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import type { AssetShelf, RepositoryPlace } from '../assets.ts';
import type { FindingList } from '../finding-list.ts';
import type { FoundLink } from '../found-links.ts';
import type { TextSource } from '../text-source.ts';
import type { RenderMemo } from './render-memo.ts';

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
  /** Every link that a text shows is added to it. */
  found: FoundLink[];
  /** Rendered texts of earlier builds of the item. */
  memo?: RenderMemo;
  /** What a kind of content adds to the reading of its texts. */
  additions?: TextAdditions;
}

/** Steps of a kind of content of its own, on both sides of the sanitiser. */
export interface TextAdditions {
  /**
   * After Markdown was read. `keep` puts a part of ours aside and gives the text that stands for it: the part comes back
   * after the sanitiser, so that no text can forge it.
   */
  parsed(tree: MarkdownRoot, keep: (part: Element) => string, place: TextPlace): void | Promise<void>;
  /** When everything is in its place. */
  finished(tree: Root): void;
}

/** A part of a text that is rendered: the context and where findings point to. */
export interface TextPlace extends RenderContext {
  file: string;
  /** Line of findings about parts that carry no line of their own. */
  line: number;
  /** Ids of the text around it, for links from inside a shortcode. */
  anchors?: ReadonlySet<string>;
  /** Whose shortcodes and addresses the text uses; by default the academy's own. */
  dialect?: NonNullable<TextSource['dialect']>;
}
