/**
 * The static limit of a page: the same text and the same inline CSS as one file, as somebody could have written it by
 * hand. No scripts, no data, no pictures, no fonts, so nothing else is fetched and nothing runs.
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
      // Without it the browser asks for an icon.
      .replace('</head>', '<link rel="icon" href="data:,"></head>')
  );
}

/** All CSS that stands in a page. */
export function inlineCss(html: string): string {
  return [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('');
}
