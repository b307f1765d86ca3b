import { withLanguage } from '@academy/contract/i18n/address';
import type { NotificationKind } from '@academy/contract/notifications';
import type { Tenant } from '@academy/contract/tenants';
import { type Html, html } from '@academy/identity/pages/html';
import { type PlainPage, plainPage } from '../mail/plain-page.ts';
import { academyNameOf } from '../mail/templates/layout.ts';
import { UNSUBSCRIBED } from '../mail/templates/notification-mail.ts';
import { unsubscribeTexts } from './unsubscribe-texts.ts';

/** The page that asks for confirmation. It names no address, because the mail may have been forwarded. */
export function askPage(tenant: Tenant, kind: NotificationKind, token: string): PlainPage {
  return card(
    tenant,
    unsubscribeTexts.title,
    html`<p>${unsubscribeTexts.ask({ academy: academyNameOf(tenant), what: UNSUBSCRIBED[kind] })}</p>
<form method="post" action="/unsubscribe?token=${token}">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>${unsubscribeTexts.unsubscribe}</button>
</form>
${settingsLink(unsubscribeTexts.choose)}`,
  );
}

/** The page that confirms it. */
export function donePage(tenant: Tenant, kind: NotificationKind): PlainPage {
  return card(
    tenant,
    unsubscribeTexts.doneTitle,
    html`<p role="status">${unsubscribeTexts.done({ academy: academyNameOf(tenant), what: UNSUBSCRIBED[kind] })}</p>
${settingsLink(unsubscribeTexts.again)}`,
  );
}

/** The page for an invalid link: mistyped, cut off, or of a deleted account. */
export function unknownPage(tenant: Tenant): PlainPage {
  return card(
    tenant,
    unsubscribeTexts.unknownTitle,
    html`<p>${unsubscribeTexts.unknown}</p>
${settingsLink(unsubscribeTexts.logIn)}`,
  );
}

const settingsLink = (label: string): Html =>
  html`<p class="other"><a href="${withLanguage('/account#notifications')}">${label}</a></p>`;

const card = (tenant: Tenant, title: string, content: Html): PlainPage =>
  plainPage(tenant, title, html`<section class="card"><h1>${title}</h1>${content}</section>`, STYLE);

const STYLE = `.card{max-width:34rem;margin:clamp(1rem,6vh,4rem) auto 0;padding:clamp(1.5rem,5vw,2.5rem);border:1px solid var(--border);border-radius:16px;background:var(--raised)}
.card h1{margin:0 0 .75rem}
.card p{margin:0;text-wrap:pretty}
form{margin:1.5rem 0 0}
button{min-height:2.875rem;padding:.55rem 1.5rem;border:0;border-radius:10px;background:var(--accent);color:var(--onAccent);font:inherit;font-weight:600;cursor:pointer}
button:hover{text-decoration:underline}
.card .other{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--border)}
.other a{display:inline-block;min-height:1.5rem}`;
