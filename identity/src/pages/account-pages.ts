import type { Brand } from '../brands.ts';
import type { Account } from '../identity-store.ts';
import { type Html, html } from './html.ts';

/** What the overview says of a page. */
export interface AccountEntry {
  title: string;
  /** How things stand: `Changed on 3 May 2026`, `Off`. */
  text: string;
}

export function overviewPage(
  brand: Brand,
  account: Account,
  entries: readonly (AccountEntry & { href: string })[],
): Html {
  return html`<h1>Your account</h1>
<p class="lead">${account.firstName} ${account.lastName}, this is how you log in to ${brand.tenant.name} Academy.</p>
<ul class="entries">${entries.map(
    ({ href, title, text }) => html`<li><a href="${href}">${title}</a><span>${text}</span></li>`,
  )}</ul>`;
}

/** The page with a line above it that tells what was done. */
export function withSaid(said: string | undefined, content: Html): Html {
  return said === undefined ? content : html`<p class="said" role="status">${said}</p>${content}`;
}
