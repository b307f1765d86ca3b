import type { FoundLink } from '../found-links.ts';
import type { Heading } from './headings.ts';

/** A text as the learner gets it. */
export interface Rendered {
  /** Sanitised, with our own elements. Classes: `classes.ts`. */
  html: string;
  /** Headings of level 2. */
  headings: Heading[];
  /** For the reading time. */
  words: number;
  /** Links of the text. */
  links: FoundLink[];
}

/**
 * `page`: the text of a page, with an outline. `summary`: the text of a course page, whose last heading belongs to the
 * application's outline. `note`: a short text in a list or beside something, without headings.
 */
export type TextForm = 'page' | 'summary' | 'note';
