import { currentLanguage, LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import type { Tenant } from '@academy/contract/tenants';
import { escapeHtml } from '../lib/escape-html.ts';
import type { PageMetadata } from './page-metadata.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './share-card.ts';

/** Open Graph and card tags: what a link to the page looks like where people share it. */
export function shareTags(facts: PageMetadata, title: string, canonical: string, tenant: Tenant): string {
  const image = new URL(facts.card.path, canonical).href;
  const properties: Record<string, string> = {
    type: facts.kind,
    site_name: `${tenant.name} Academy`,
    locale: localeOf(currentLanguage()),
    title,
    description: facts.description,
    url: canonical,
    image,
    'image:type': 'image/png',
    'image:width': String(CARD_WIDTH),
    'image:height': String(CARD_HEIGHT),
    'image:alt': facts.card.alt,
  };
  const others = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== currentLanguage());
  const tags = [
    ...Object.entries(properties),
    ...others.map((language) => ['locale:alternate', localeOf(language)] as const),
  ].map(([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`);
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image">`;
}

/** As Open Graph writes it: `de_DE`. */
const localeOf = (language: Language): string => LANGUAGES[language].locale.replace('-', '_');
