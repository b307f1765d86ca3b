import { currentDraft } from '@academy/contract/i18n/address';
import { escapeHtml } from '../lib/escape-html.ts';
import { draftBannerTexts } from './draft-banner-texts.ts';

/**
 * The tone of a warning, as alerts have it. The header makes room above itself, so that everything below it moves along; its
 * last button, the log-in, leads nowhere on pages of a draft.
 */
export const DRAFT_STYLE = `html{--draft-banner:3rem;--header-in-draft:calc(var(--header) + var(--draft-banner));scroll-padding-top:calc(var(--header-in-draft) + 1.25rem)}
body{--header:var(--header-in-draft);--stuck:var(--header-in-draft)}
#root>header{border-block-start:var(--draft-banner) solid transparent}
#root>header>button:last-child{display:none}
#draft{--tone:light-dark(oklch(0.5 0.1 70),oklch(0.82 0.13 80));position:fixed;inset:0 0 auto;z-index:31;display:flex;align-items:center;justify-content:center;gap:.5rem 1rem;height:var(--draft-banner);padding-inline:var(--gutter);border-block-end:1px solid color-mix(in oklab,var(--tone) 35%,transparent);background:color-mix(in oklab,var(--tone) 14%,var(--surface));color:var(--text-strong)}
#draft p{min-width:0;margin:0;font-size:.9375rem;line-height:1.3}
#draft a{flex:none;padding-block:.5rem}
@media (max-width:700px){html{--draft-banner:4.25rem}#draft{justify-content:space-between}#draft p{font-size:.875rem}}
@media (max-height:30rem){#draft{position:absolute}}
@media print{#draft{display:none}}`;

/**
 * The banner above every page of a draft; nothing elsewhere. The server writes it beside the app, so that no page of the
 * academy carries code for it.
 */
export function draftBanner(): string {
  const draft = currentDraft();
  if (draft === '') return '';
  const title = escapeHtml(draftBannerTexts.draft);
  const words = escapeHtml(draftBannerTexts.notPublished);
  // The overview is a page of its own beside the app, to which `_top` leads.
  return `<aside id="draft" aria-label="${title}"><p><strong>${title}</strong> ${words}</p><a href="${escapeHtml(draft)}" target="_top">${escapeHtml(draftBannerTexts.overview)}</a></aside>`;
}
