import { type Brand, homeOf } from '../brands.ts';
import { artOf } from './art.ts';
import { type Html, html, raw } from './html.ts';
import { styleOf } from './style.ts';

export interface PageParts {
  brand: Brand;
  /** Precedes the academy's name in the title. */
  title: string;
  content: Html;
  /** The origin of the academy that the visitor came from, when it is known. */
  home?: string;
  /** Address of a script of our own; pages work without it. */
  script?: string;
}

/** Address of the fixed files below the provider's mount path, ending with `/`. */
export function assetsOf(mountPath: string): string {
  return `${mountPath}assets/`;
}

/** A whole page in the brand's look. `style` is the inline style, which the security policy must allow by its hash. */
export function page(parts: PageParts, mountPath: string): { markup: string; style: string } {
  const { brand, title, content } = parts;
  const name = `${brand.tenant.name} Academy`;
  const home = parts.home ?? homeOf(brand, undefined);
  const style = styleOf(brand.tenant, assetsOf(mountPath));
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} - ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${brand.tenant.colors.theme}">
<link rel="icon" href="${dataAddress(brand.favicon)}">
<style>${raw(style)}</style>
${parts.script === undefined ? null : html`<script src="${parts.script}" defer></script>`}
</head>
<body>
<link rel="preload" href="${assetsOf(mountPath)}heading.woff2" as="font" type="font/woff2" crossorigin>
<header class="panel">
${artOf(brand.tenant.cover)}
<a class="brand" href="${home}"><img src="${dataAddress(brand.logo)}" alt="" width="36" height="36"><span>${name}</span></a>
<div class="words"><p>${brand.tenant.tagline}</p><p>Your place in every lesson is kept, on every device.</p></div>
</header>
<main>${content}</main>
<footer><a href="${home}"><span aria-hidden="true">&larr;&nbsp;</span>Back to ${name}</a></footer>
</body>
</html>
`;
  return { markup: markup.text, style };
}

function dataAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
