/** A link in an item's texts with its position, for the author only: never sent to the server. */
export interface FoundLink {
  file: string;
  line: number;
  /** `https://...`, a path of this site, or a path relative to the page, fragment included. */
  href: string;
}

/** The links of an item to other hosts, each address once, at its first position. */
export function externalLinks(links: readonly FoundLink[]): FoundLink[] {
  const first = new Map<string, FoundLink>();
  for (const link of links) {
    if (link.href.startsWith('https://') && !first.has(link.href)) first.set(link.href, link);
  }
  return [...first.values()];
}
