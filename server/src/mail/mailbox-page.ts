import type { Tenant } from '@academy/contract/tenants';
import { type Html, html } from '@academy/identity/pages/html';
import { hashOf } from '@academy/identity/pages/style';
import { type PlainPage, plainPage } from '../http/plain-page.ts';
import type { NewMail, OutboxMail } from './outbox.store.ts';

/** The list of mails, newest first. */
export function mailboxPage(tenant: Tenant, mails: readonly OutboxMail[]): PlainPage {
  const rows = mails.map(
    (mail) => html`<li><a href="/mailbox/${mail.mailId}">
<span class="subject">${mail.subject}</span>
<span class="who">to ${mail.recipient}</span>
<span class="when">${stateOf(mail)} ${timeOf(mail.createdAt)}</span>
</a></li>`,
  );
  const empty = html`<p class="empty">No mail yet. Whatever the academy writes to people appears here: register, or ask for a new password.</p>`;
  return page(
    tenant,
    'Mailbox',
    html`<h1>Mailbox</h1>
<p class="lead">Every mail that the academies here have written, newest first. This page exists on your own machine only. Reload it to see newer mail. There are <a href="/mailbox/samples">samples of all mail</a>, too.</p>
${rows.length === 0 ? empty : html`<ul>${rows}</ul>`}`,
  );
}

/** The page of one mail. */
export function mailPage(tenant: Tenant, mail: OutboxMail): PlainPage {
  return onePage(tenant, mail, `/mailbox/${mail.mailId}/html`, { title: 'All mail', href: '/mailbox' }, [
    ['To', mail.recipient],
    ...replyFact(mail.replyTo),
    ...unsubscribeFact(mail.unsubscribeUrl),
    ['Written', timeOf(mail.createdAt)],
    ['State', `${stateOf(mail)}${mail.lastError === null ? '' : ` (${mail.lastError})`}`],
  ]);
}

/** The page of all kinds of mail, in the brand of the host. */
export function samplesPage(tenant: Tenant, mails: ReadonlyMap<string, NewMail>): PlainPage {
  const rows = [...mails].map(
    ([name, mail]) => html`<li><a href="/mailbox/samples/${name}">
<span class="subject">${mail.subject}</span>
<span class="who">${name}</span>
</a></li>`,
  );
  return page(
    tenant,
    'Samples of mail',
    html`<p><a href="/mailbox"><span aria-hidden="true">&larr;&nbsp;</span>All mail</a></p>
<h1>Samples of mail</h1>
<p class="lead">Every mail that this academy can write, about invented people. Nothing of it was sent.</p>
<ul>${rows}</ul>`,
  );
}

export function samplePage(tenant: Tenant, name: string, mail: NewMail): PlainPage {
  const back = { title: 'All samples', href: '/mailbox/samples' };
  return onePage(tenant, mail, `/mailbox/samples/${name}/html`, back, [
    ['To', mail.recipient],
    ...replyFact(mail.replyTo ?? null),
    ...unsubscribeFact(mail.unsubscribeUrl ?? null),
    ['Kind', mail.kind],
  ]);
}

type Fact = [name: string, value: string];
const replyFact = (replyTo: string | null): Fact[] => (replyTo === null ? [] : [['Reply to', replyTo]]);
const unsubscribeFact = (url: string | null): Fact[] => (url === null ? [] : [['Unsubscribe', url]]);

/** A mail as programs with HTML show it, in a sandboxed frame, and as text. */
function onePage(
  tenant: Tenant,
  mail: { subject: string; plain: string },
  frame: string,
  back: { title: string; href: string },
  facts: readonly Fact[],
): PlainPage {
  const content = html`<p><a href="${back.href}"><span aria-hidden="true">&larr;&nbsp;</span>${back.title}</a></p>
<h1>${mail.subject}</h1>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<h2>As text</h2>
<pre tabindex="0" aria-label="The mail as text">${withLinks(mail.plain)}</pre>
<h2>As HTML</h2>
<iframe src="${frame}" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return page(tenant, mail.subject, content);
}

/** The hashes that allow a mail's own style element and style attributes. */
export function styleHashesOf(markup: string): string[] {
  const elements = [...markup.matchAll(/<style>([^<]*)<\/style>/g)].map(([, text = '']) => text);
  const attributes = [...markup.matchAll(/ style="([^"]*)"/g)].map(([, text = '']) => text.replaceAll('&#39;', "'"));
  return [...new Set([...elements, ...attributes])].map(hashOf);
}

function stateOf(mail: OutboxMail): string {
  if (mail.sentAt !== null) return 'sent';
  if (mail.failedAt !== null) return 'given up';
  return mail.attempts === 0 ? 'written' : 'waiting';
}

function timeOf(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Turns addresses in a text into links. */
function withLinks(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>"']+)/);
  return parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

const page = (tenant: Tenant, title: string, content: Html): PlainPage => plainPage(tenant, title, content, STYLE);

const STYLE = `h2{margin:2rem 0 .6rem;font-size:1.1rem}
.lead,.who,.when,dt{color:var(--muted)}
ul{margin:1.5rem 0;padding:0;list-style:none;border:1px solid var(--border);border-radius:16px;background:var(--raised);overflow:hidden}
li+li{border-top:1px solid var(--border)}
li a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.1rem 1rem;padding:.85rem 1.15rem;color:inherit;text-decoration:none}
li a:hover .subject{text-decoration:underline}
li a:focus-visible{outline-offset:-3px}
.subject{flex:1 0 100%;max-width:100%;font-weight:600}
.who,.when{min-width:0;font-size:.9rem}
.empty{padding:2rem;border:1px dashed var(--border);border-radius:16px;color:var(--muted)}
dl{margin:1rem 0}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem}
dt{min-width:5rem}
dd{margin:0}
pre{margin:0;padding:1.15rem;border:1px solid var(--border);border-radius:16px;background:var(--raised);white-space:pre-wrap;font:.95rem/1.6 ui-monospace,Menlo,Consolas,monospace}
iframe{display:block;width:100%;height:48rem;border:1px solid var(--border);border-radius:16px}`;
