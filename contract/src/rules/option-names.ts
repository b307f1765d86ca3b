/** Lower case, spaces to dashes: how topics, levels and option names are compared. */
export function normaliseOption(value: string): string {
  return value.trim().toLowerCase().replace(/\s+/g, '-');
}

/** A readable form of a slug: `spring-boot` becomes `Spring Boot`. */
export function titleOfOption(slug: string, names: Readonly<Record<string, string>> = {}): string {
  // A topic may have the name of an inherited property: `constructor`.
  const known = Object.hasOwn(names, slug) ? names[slug] : undefined;
  if (known !== undefined) return known;
  return slug
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
