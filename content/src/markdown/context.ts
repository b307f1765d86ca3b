import { type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import type { Element, Root } from 'hast';
import type { Definition, Root as MarkdownRoot } from 'mdast';
import type { AssetStore, RepositoryPlace } from '../assets.ts';
import type { FindingList } from '../finding-list.ts';
import type { FoundLink } from '../found-links.ts';
import type { TextSource } from '../text-source.ts';
import type { ItemPages } from './item-pages.ts';
import type { Rendered, TextForm } from './rendered.ts';

/** What rendering a text needs to know about its item. */
export interface RenderContext {
  assetStore: AssetStore;
  findings: FindingList;
  source: RepositoryPlace | null;
  /** Addresses of images elsewhere, and the file of this item with a copy of each. */
  pictures: ReadonlyMap<string, string>;
  /** Addresses as texts write them, and their targets on our site. */
  links: ReadonlyMap<string, string>;
  /** The pages of the item, by the folders of their texts. */
  pages?: ItemPages;
  /** Names of authors, and the ids of their profiles. */
  people: ReadonlyMap<string, string>;
  /** Collects every link of a text. */
  found: FoundLink[];
  /** Texts rendered by earlier builds of the item. */
  memo?: TextMemo;
  /** Additional steps of a kind of content. */
  additions?: TextAdditions;
  /** The language that the item is built in, and the originals that are replaced by their translation. */
  translation?: { language: Language; originals: ReadonlyMap<string, string> };
}

/** The language of a text: of the translation where it has one, else the original's. */
export const languageOfFile = (file: string, { translation }: Pick<RenderContext, 'translation'>): Language =>
  translation?.originals.has(file) === true ? translation.language : ORIGINAL;

/** Keeps rendered texts from build to build. */
export interface TextMemo {
  render(
    source: TextSource,
    form: TextForm,
    context: RenderContext,
    renderNow: (context: RenderContext) => Promise<Rendered>,
  ): Promise<Rendered>;
}

/** Additional steps of a kind of content, before and after sanitising. */
export interface TextAdditions {
  /**
   * After Markdown was parsed. `keep` sets an element of ours aside and returns the text that stands in for it: the
   * element is inserted after sanitising, so that no text can forge it.
   */
  parsed(tree: MarkdownRoot, keep: (part: Element) => string, place: TextPlace): void | Promise<void>;
  /** Where an address leads that only this kind of content knows; null for every other address. */
  linkTo?(address: string): { href: string } | { advice: string } | null;
  /** What may be meant by an unknown word behind a fence. */
  meantBy?(word: string): string | null;
  /** After all elements are inserted. */
  finished(tree: Root, place: TextPlace): void;
}

export interface References {
  definitions: Definition[];
  used: Set<string>;
}

/** A part of a text to be rendered: the context and the position for findings. */
export interface TextPlace extends RenderContext {
  file: string;
  /** Line of findings about elements without a line of their own. */
  line: number;
  /** Ids of the surrounding text, for links from inside a shortcode. */
  anchors?: ReadonlySet<string>;
  /** `[name]: address` of the whole text, which texts inside shortcodes use, too, and the names that are used. */
  references: References;
  /** Words and marks that were reported for this text, each once. */
  reported: Set<string>;
  /** Dialect of the text's shortcodes and addresses; by default the academy's own. */
  dialect?: NonNullable<TextSource['dialect']>;
}

/**
 * Renders Markdown inside a shortcode: sanitised, without headings.
 *
 * @param line line of the file on which it starts
 * @param headings class of the paragraphs that headings become
 */
export type RenderInner = (markdown: string, line: number, headings?: string) => Promise<Root>;
