/** Address of the picture of an item, which the server draws of its cover, for other sites and for films. */
export const coverAddress = (kind: 'courses' | 'guides' | 'paths' | 'instructors', slug: string): string =>
  `/assets/cards/${kind}/${encodeURIComponent(slug)}.png`;
