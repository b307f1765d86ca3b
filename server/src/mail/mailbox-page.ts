import { currentLocale } from '@academy/contract/i18n/languages';
import type { Tenant } from '@academy/contract/tenants';
import { type Html, html } from '@academy/identity/pages/html';
import { hashOf } from '@academy/identity/pages/style';
import { mailboxTexts } from './mailbox-texts.ts';
import type { NewMail, OutboxMail } from './outbox.store.ts';
import { type PlainPage, plainPage } from './plain-page.ts';

/** The list of mails, newest first. */
export function mailboxPage(tenant: Tenant, mails: readonly OutboxMail[]): PlainPage {
  const rows = mails.map(
    (mail) => html`<li><a href="/mailbox/${mail.mailId}">
<span class="subject">${mail.subject}</span>
<span class="who">${mailboxTexts.toRecipient({ recipient: mail.recipient })}</span>
<span class="when">${mailboxTexts.stateAt({ state: stateOf(mail), at: timeOf(mail.createdAt) })}</span>
</a></li>`,
  );
  const lead = mailboxTexts.lead<Html>({ link: (words) => html`<a href="/mailbox/samples">${words}</a>` });
  const empty = html`<p class="empty">${mailboxTexts.empty}</p>`;
  return page(
    tenant,
    mailboxTexts.title,
    html`<h1>${mailboxTexts.title}</h1>
<p class="lead">${lead}</p>
${rows.length === 0 ? empty : html`<ul>${rows}</ul>`}`,
  );
}

/** The page of one mail. */
export function mailPage(tenant: Tenant, mail: OutboxMail): PlainPage {
  return onePage(tenant, mail, `/mailbox/${mail.mailId}/html`, { title: mailboxTexts.allMail, href: '/mailbox' }, [
    [mailboxTexts.to, mail.recipient],
    ...replyFact(mail.replyTo),
    ...unsubscribeFact(mail.unsubscribeUrl),
    [mailboxTexts.written, timeOf(mail.createdAt)],
    [
      mailboxTexts.state,
      `${mailboxTexts.stateNow({ state: stateOf(mail) })}${mail.lastError === null ? '' : ` (${mail.lastError})`}`,
    ],
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
    mailboxTexts.samplesTitle,
    html`<p><a href="/mailbox"><span aria-hidden="true">&larr;&nbsp;</span>${mailboxTexts.allMail}</a></p>
<h1>${mailboxTexts.samplesTitle}</h1>
<p class="lead">${mailboxTexts.samplesLead}</p>
<ul>${rows}</ul>`,
  );
}

export function samplePage(tenant: Tenant, name: string, mail: NewMail): PlainPage {
  const back = { title: mailboxTexts.allSamples, href: '/mailbox/samples' };
  return onePage(tenant, mail, `/mailbox/samples/${name}/html`, back, [
    [mailboxTexts.to, mail.recipient],
    ...replyFact(mail.replyTo ?? null),
    ...unsubscribeFact(mail.unsubscribeUrl ?? null),
    [mailboxTexts.kind, mail.kind],
  ]);
}

type Fact = [name: string, value: string];
const replyFact = (replyTo: string | null): Fact[] => (replyTo === null ? [] : [[mailboxTexts.replyTo, replyTo]]);
const unsubscribeFact = (url: string | null): Fact[] => (url === null ? [] : [[mailboxTexts.unsubscribe, url]]);

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
<h2>${mailboxTexts.asText}</h2>
<pre tabindex="0" aria-label="${mailboxTexts.mailAsText}">${withLinks(mail.plain)}</pre>
<h2>${mailboxTexts.asHtml}</h2>
<iframe src="${frame}" title="${mailboxTexts.mailAsHtml}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return page(tenant, mail.subject, content);
}

/** The hashes that allow a mail's own style element and style attributes. */
export function styleHashesOf(markup: string): string[] {
  const elements = [...markup.matchAll(/<style>([^<]*)<\/style>/g)].map(([, text = '']) => text);
  const attributes = [...markup.matchAll(/ style="([^"]*)"/g)].map(([, text = '']) => text.replaceAll('&#39;', "'"));
  return [...new Set([...elements, ...attributes])].map(hashOf);
}

function stateOf(mail: OutboxMail): 'sent' | 'failed' | 'written' | 'waiting' {
  if (mail.sentAt !== null) return 'sent';
  if (mail.failedAt !== null) return 'failed';
  return mail.attempts === 0 ? 'written' : 'waiting';
}

/** A moment, with its time zone. */
const timeOf = (date: Date): string =>
  date.toLocaleString(currentLocale(), {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hourCycle: 'h23', timeZone: 'UTC', timeZoneName: 'short' },
  });

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
