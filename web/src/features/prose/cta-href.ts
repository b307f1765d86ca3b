/** Where a button of the text leads for this viewer; null when the text says nothing about him. */
export function ctaHref(
  links: { hrefGuest?: string; hrefAuth?: string; hrefPro?: string },
  isAuthenticated: boolean,
  isPro: boolean,
): string | null {
  if (!isAuthenticated) return links.hrefGuest ?? null;
  return (isPro ? (links.hrefPro ?? links.hrefAuth) : links.hrefAuth) ?? links.hrefGuest ?? null;
}
