import { currentLocale } from '@academy/contract/i18n/languages';
import { itemPath, type PagedKind } from '@academy/contract/rules/site-paths';
import type { Tenant } from '@academy/contract/tenants';
import { type Html, html } from '@academy/identity/pages/html';
import { type PlainPage, plainPage } from '../mail/plain-page.ts';
import { draftPageTexts } from './draft-page-texts.ts';
import type { ShownDraft } from './drafts.store.ts';

const PAGED: readonly string[] = ['course', 'guide', 'path', 'instructor', 'page'] satisfies PagedKind[];

/** Paths of the pages that a draft changes, without what its addresses begin with. */
export const pagesOf = ({ items }: ShownDraft): { title: string; path: string; isNew: boolean }[] =>
  items.flatMap(({ kind, slug, title, base }) =>
    PAGED.includes(kind) ? [{ title, path: itemPath(kind as PagedKind, slug), isNew: base === 0 }] : [],
  );

/** What a draft holds, with links to its pages. @param base what its addresses begin with, in the language of the page */
export function draftPage(tenant: Tenant, shown: ShownDraft, base: string): PlainPage {
  const { name, expiresAt } = shown.draft;
  const moment = expiresAt.toLocaleString(currentLocale(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const pages = pagesOf(shown).map(
    ({ title, path, isNew }) =>
      html`<li><a href="${base}${path}" dir="auto">${title}</a> <span>${isNew ? draftPageTexts.added : draftPageTexts.changed}</span></li>`,
  );
  const list = pages.length === 0 ? html`<p>${draftPageTexts.nothing}</p>` : html`<ul>${pages}</ul>`;
  return card(
    tenant,
    draftPageTexts.title({ name }),
    html`<p>${draftPageTexts.intro}</p>${list}<p class="other">${draftPageTexts.until({ moment })}</p>`,
  );
}

/** Says why a link shows no draft. */
export function closedDraftPage(tenant: Tenant, state: 'unknown' | 'expired' | 'revoked'): PlainPage {
  const title = draftPageTexts[`${state}Title`];
  return card(
    tenant,
    title,
    html`<p>${draftPageTexts[state]}</p><p class="other"><a href="/">${draftPageTexts.toAcademy}</a></p>`,
  );
}

const card = (tenant: Tenant, title: string, content: Html): PlainPage =>
  plainPage(tenant, title, html`<section class="card"><h1>${title}</h1>${content}</section>`, STYLE);

const STYLE = `.card{max-width:38rem;margin:clamp(1rem,6vh,4rem) auto 0;padding:clamp(1.5rem,5vw,2.5rem);border:1px solid var(--border);border-radius:16px;background:var(--raised)}
.card h1{margin:0 0 .75rem}
.card p{margin:0;text-wrap:pretty}
.card ul{margin:1.25rem 0 0;padding:0;list-style:none}
.card li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.6rem 0;border-top:1px solid var(--border)}
.card li span{color:var(--muted)}
.card .other{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid var(--border);color:var(--muted)}`;
