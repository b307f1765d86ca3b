import { currentLanguage, LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import { type Brand, homeOf } from '../brands.ts';
import { artOf } from './art.ts';
import { type Html, html, raw } from './html.ts';
import { layoutTexts } from './layout-texts.ts';
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

/**
 * A whole page in the brand's look. `style` is the inline style, which the security policy must allow by its hash.
 *
 * @param inOther the address of the page in a language; null where it has none
 */
export function page(
  parts: PageParts,
  mountPath: string,
  inOther: ((language: Language) => string) | null,
): { markup: string; style: string } {
  const { brand, title, content } = parts;
  const name = `${brand.tenant.name} Academy`;
  const home = parts.home ?? homeOf(brand, undefined);
  const style = styleOf(brand.tenant, assetsOf(mountPath));
  const { tagline } = tenantInLanguage(brand.tenant, currentLanguage());
  const markup = html`<!doctype html>
<html lang="${currentLanguage()}">
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
<div class="words"><p>${tagline}</p><p>${layoutTexts.placeKept}</p></div>
</header>
<main>${content}</main>
<footer><a href="${home}"><span aria-hidden="true">&larr;&nbsp;</span>${layoutTexts.backTo({ name })}</a>${inOther === null ? null : languageSwitch(inOther)}</footer>
</body>
</html>
`;
  return { markup: markup.text, style };
}

/** Plain links, which work without scripts. */
function languageSwitch(inOther: (language: Language) => string): Html {
  const links = Object.entries(LANGUAGES).map(([key, { name }]) => {
    const language = key as Language;
    const current = language === currentLanguage() ? html` aria-current="true"` : null;
    return html`<li><a href="${inOther(language)}" lang="${language}" hreflang="${language}"${current}>${name}</a></li>`;
  });
  return html`<nav aria-label="${layoutTexts.language}"><ul class="languages">${links}</ul></nav>`;
}

function dataAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
