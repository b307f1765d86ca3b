import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage, LANGUAGES, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import { TEXTS } from '@academy/contract/texts';
import type { DehydratedReads } from './api/query-client.ts';
import { escapeHtml } from './lib/escape-html.ts';
import { DRAFT_STYLE, draftBanner } from './metadata/draft-banner.ts';
import { metadataTexts } from './metadata/metadata-texts.ts';
import type { PageMetadata } from './metadata/page-metadata.ts';
import { shareTags } from './metadata/share-tags.ts';
import { documentDescription, documentTitle } from './navigation/head.ts';
import type { Head } from './navigation/screen.ts';
import { urls } from './navigation/urls.ts';

/** What the page carries for hydration. */
export interface PageData {
  reads: DehydratedReads;
  /** Address that was answered with not found although a route matches. */
  missing: string | null;
}

/** What the client build left behind for one screen. */
export interface ScreenAssets {
  /** Inline styles, one element each, with the files that hold the same rules. */
  styles: { file: string; css: string }[];
  /** Scripts to fetch at once: entry, its imports, the screen's own. */
  scripts: string[];
}

export interface DocumentParts {
  tenant: Tenant;
  /** Null: the page fetches it. */
  config: RuntimeConfig | null;
  head: Head;
  /** Absolute address of the page; null where there is none (not found). */
  canonical: string | null;
  /** Metadata of the page; null where there is none. */
  facts: PageMetadata | null;
  assets: ScreenAssets;
  entry: string;
  /** The script that notices when the entry does not start; null where there is none. */
  loadWatch: string | null;
  /** Styles for paper, and what may come after the first paint: nothing waits for them. */
  laterStyles: string;
  font: string | null;
  /** Markup of `#root`; empty for the browser to fill. */
  markup: string;
  data: PageData | null;
}

/**
 * Takes the code of a sign-in out of the address before anything asks for another file, and shows theme, signed-in
 * look and the alerts that were shown last before the first paint. It is the only inline script of the product, under 400
 * bytes, and allowed by its hash.
 */
export const START_SCRIPT =
  "try{let l=location,p=l.pathname;/\\/login\\/callback$/.test(p)&&l.search&&history.replaceState({callback:l.search},'',p);" +
  'let d=document.children[0].dataset,s=localStorage,t=s.theme;/^(light|dark)$/.test(t)&&(d.theme=t);' +
  "s.accessToken&&(s.refreshToken||s.expiresAt>Date.now())&&(d.signedIn='');" +
  's.alerts&&(document.adoptedStyleSheets=[new CSSStyleSheet])[0].replaceSync(s.alerts)}catch{}';

/** Custom properties in which a brand differs. An inline style attribute would be blocked, a style element has a hash. */
export function tenantStyle({ colors }: Tenant): string {
  const { hue, accent, onAccent } = colors;
  const values = {
    hue: String(hue),
    'accent-light': accent.light,
    'accent-dark': accent.dark,
    'on-accent-light': onAccent.light,
    'on-accent-dark': onAccent.dark,
  };
  const rules = Object.entries(values).map(
    ([name, value]) => `--tenant-${name}:${value.replace(/[^\w\s.%#(),/-]/g, '')}`,
  );
  // One more type selector than `:root`, so that it overrides the defaults in any order.
  return `html:root{${rules.join(';')}}`;
}

/** The whole document. The same for everybody: no times, no ids, nothing of a session. */
export function renderDocument(parts: DocumentParts): string {
  const { tenant, config, head, canonical, facts, assets, entry, loadWatch, laterStyles, font, markup, data } = parts;
  const banner = draftBanner();
  const draftStyles = banner === '' ? [] : [DRAFT_STYLE];
  const styles = [...assets.styles.map((style) => style.css), tenantStyle(tenant), ...draftStyles].map(
    (css) => `<style>${css}</style>`,
  );
  // Placeholders for the inlined styles: the loader of lazy screens finds them and does not fetch the files.
  const links = assets.styles.map(({ file }) => `<link rel="stylesheet" href="/${file}" disabled>`);
  // Scripts, not preloads of what the entry imports: browsers evaluate each in a task of its own and answer in between.
  const scripts = assets.scripts.map((file) => `<script type="module" src="/${file}" fetchpriority="low"></script>`);
  const listed = facts !== null && canonical !== null && !facts.noIndex;
  return [
    `<!doctype html><html lang="${currentLanguage()}" data-tenant="${escapeHtml(tenant.tenantId)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    // The address of a page that must not be indexed can hold a code or an e-mail address: no request discloses it,
    // and the origin is enough for the provider to recognise its own log-out.
    head.noIndex === true ? '<meta name="referrer" content="strict-origin">' : '',
    `<title>${escapeHtml(documentTitle(head, tenant))}</title>`,
    `<script>${START_SCRIPT}</script>`,
    ...styles,
    // `startPage` turns them on for screens.
    `<link rel="stylesheet" href="/${laterStyles}" media="print">`,
    `<meta name="description" content="${escapeHtml(facts?.description ?? documentDescription(head, tenant))}">`,
    `<meta name="robots" content="${listed ? 'all' : 'noindex'}">`,
    // In this order, see `showThemeColor`. The dark one is the surface of tokens.css: a page at night has no bright edge.
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${escapeHtml(tenant.colors.theme)}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="oklch(0.185 0.012 ${tenant.colors.hue})">`,
    canonical === null ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    listed ? alternates(canonical) : '',
    facts !== null && canonical !== null && (listed || facts.isShared)
      ? shareTags(facts, head.title, canonical, tenant)
      : '',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="apple-touch-icon" href="${escapeHtml(urls.brandFile(tenant.tenantId, 'apple-touch-icon.png'))}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(metadataTexts.feed({ name: tenant.name }))}" href="/feed.xml">`,
    '</head><body>',
    // In the body: a font preloaded by the head holds Chromium's first paint until it is here, a round trip later.
    font === null ? '' : `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
    `<noscript><p id="no-script">${metadataTexts.noScript}</p></noscript>`,
    `<div id="root">${markup}</div>`,
    // Behind the app: the link past its navigation comes first.
    banner,
    // A link to the page itself, past the app's own navigation.
    `<p id="incomplete" role="alert" hidden>${TEXTS.incomplete} <a href="" target="_top">${TEXTS.refresh}</a></p>`,
    // Both behind the text: nothing but scripts needs them.
    data === null ? '' : `<script type="application/json" id="page-data">${escapeJson(data)}</script>`,
    config === null
      ? ''
      : `<script type="application/json" id="page-config">${escapeJson({ config, tenant })}</script>`,
    ...links,
    ...scripts,
    `<script type="module" src="/${entry}" fetchpriority="low"></script>`,
    loadWatch === null ? '' : `<script type="module" src="/${loadWatch}" async fetchpriority="low"></script>`,
    listed && facts.things.length > 0
      ? `<script type="application/ld+json">${escapeJson({ '@context': 'https://schema.org', '@graph': facts.things })}</script>`
      : '',
    '</body></html>',
  ].join('');
}

/** The same page in each language, for search engines. @param canonical its address in one of them */
function alternates(canonical: string): string {
  const { origin, pathname, search } = new URL(canonical);
  const { path } = splitLanguage(pathname);
  const link = (hreflang: string, language: Language) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(origin + withLanguage(path, language) + search)}">`;
  const languages = Object.keys(LANGUAGES) as Language[];
  return [...languages.map((language) => link(language, language)), link('x-default', ORIGINAL)].join('');
}

/** JSON that cannot leave its script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
