/** Address of a button in the text for this viewer; null when the text has none for them. */
export function ctaHref(
  links: { hrefGuest?: string; hrefAuth?: string; hrefPro?: string },
  isAuthenticated: boolean,
  isPro: boolean,
): string | null {
  if (!isAuthenticated) return links.hrefGuest ?? null;
  return (isPro ? (links.hrefPro ?? links.hrefAuth) : links.hrefAuth) ?? links.hrefGuest ?? null;
}
