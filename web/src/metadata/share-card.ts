import { coverAddress } from '../catalogue/cover-address.ts';
import { metadataTexts } from './metadata-texts.ts';

/** Pixels of every card picture. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export interface CardPicture {
  path: string;
  alt: string;
}

/** The picture of the academy as a whole: for home, lists and pages. */
export const academyCard = (name: string): CardPicture => ({
  path: '/assets/cards/academy.png',
  alt: `${name} Academy`,
});

/**
 * The picture of one item, which the server draws.
 *
 * @param picture address of the content's own picture: another one gives the card another address, because services
 *   cache cards by address
 */
export function itemCard(
  kind: 'courses' | 'guides' | 'paths' | 'instructors',
  { slug, title, picture = null }: { slug: string; title: string; picture?: string | null },
): CardPicture {
  const edition = /\/([0-9a-f]{8})[0-9a-f]{56}\./.exec(picture ?? '')?.[1];
  const path = coverAddress(kind, slug);
  return { path: edition === undefined ? path : `${path}?v=${edition}`, alt: metadataTexts.coverOf({ title }) };
}
