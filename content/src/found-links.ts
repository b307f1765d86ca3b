/** A link of an item's texts and the place where it stands, for the author: never sent to the server. */
export interface FoundLink {
  file: string;
  line: number;
  /** `https://...`, a path of this site, or a path relative to the page, fragment included. */
  href: string;
}

/** The links of an item that lead to other hosts, each address once, where it stands first. */
export function externalLinks(links: readonly FoundLink[]): FoundLink[] {
  const first = new Map<string, FoundLink>();
  for (const link of links) {
    if (link.href.startsWith('https://') && !first.has(link.href)) first.set(link.href, link);
  }
  return [...first.values()];
}
