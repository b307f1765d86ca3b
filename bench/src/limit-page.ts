/**
 * The static limit of a page: the same text and the same inline CSS as one file, as written by hand. No scripts, data,
 * images or fonts, so nothing else is fetched and nothing runs.
 */
export function limitPage(html: string): string {
  return (
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
      .replace(/<link\b[^>]*>/g, '')
      .replace(/<svg\b[^>]*>[\s\S]*?<\/svg>/g, '')
      .replace(/<(?:img|source)\b[^>]*>/g, '')
      .replace(/<(iframe|video|audio|picture)\b[^>]*>[\s\S]*?<\/\1>/g, '')
      .replace(/@font-face\s*\{[^}]*\}/g, '')
      // Otherwise the browser requests an icon.
      .replace('</head>', '<link rel="icon" href="data:,"></head>')
  );
}

/** All inline CSS of a page. */
export function inlineCss(html: string): string {
  return [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('');
}
