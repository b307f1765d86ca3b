import { itemPath } from '@academy/contract/rules/site-paths';
import type { BuiltContentPage } from '../built-item.ts';
import { renderText } from '../item-text.ts';
import type { RenderContext } from '../markdown/context.ts';
import { plainText } from '../markdown/plain-text.ts';
import { searchEntry } from '../search-entry.ts';
import type { ContentPageSource } from './read-content-page.ts';
import { readRedirect } from './read-redirect.ts';

/** Renders a page that was read without fatal findings. */
export async function buildContentPage(page: ContentPageSource, context: RenderContext): Promise<BuiltContentPage> {
  const { id, slug, title, status, content } = page;
  const found = content === null ? null : readRedirect(content, context.findings);
  const text = found === null ? await renderText(content, 'page', context) : null;
  const redirect = found?.address ?? null;
  const description = plainText(page.description, context.findings);
  const entry = searchEntry({
    kind: 'page',
    id: id.value,
    path: itemPath('page', slug.value),
    title,
    texts: [description],
    summary: null,
    html: [text?.html ?? null],
    entitlements: [],
    listed: status === 'live',
  });
  return {
    kind: 'page',
    id: id.value,
    slug: slug.value,
    title,
    status,
    sortOrder: 0,
    data: { description, redirect },
    body: { html: text?.html ?? '', headings: text?.headings ?? [] },
    // A redirect has no text to find.
    search: redirect === null ? [entry] : [],
  };
}
