import { withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage, currentLocale } from '@academy/contract/i18n/languages';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import type { Tenant } from '@academy/contract/tenants';
import { type Html, html, raw } from '@academy/identity/pages/html';
import { oneLine } from '../one-line.ts';
import { type MailColors, mailColorsOf } from './colors.ts';
import { layoutTexts } from './layout-texts.ts';

/** A heading with a list. */
export interface MailList {
  heading: string;
  items: readonly { text: string; href: string | null }[];
}

/** The content of a mail in plain text, without layout. */
export interface MailWords {
  subject: string;
  heading: string;
  /** Null for mail to people whose name is not known. */
  firstName: string | null;
  paragraphs: readonly string[];
  /** Text that a person wrote, with its line breaks. */
  quote?: string | null;
  lists?: readonly MailList[];
  /** A code to be typed; shown large. */
  code?: string | null;
  button?: { label: string; href: string } | null;
  /** In small print, at the end. */
  closing: readonly string[];
  /** Links below the closing. */
  links?: readonly { label: string; href: string }[];
}

const FONT = "-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif";

/**
 * A mail in the brand's look and in the current language, see `inLanguageOf`: a text and an HTML part with the same content. The HTML has no images, no scripts and no
 * external resources; colours are inline styles, and a dark mode is offered to programs that support one.
 *
 * @param origin of the academy, without a trailing slash; null where it is not known
 */
export function renderMail(
  tenant: Tenant,
  origin: string | null,
  words: MailWords,
): { subject: string; plain: string; html: string } {
  return {
    subject: oneLine(words.subject, 150),
    plain: plainOf(tenant, origin, words),
    html: htmlOf(tenant, origin, words).text,
  };
}

export function academyNameOf(tenant: Tenant): string {
  return `${tenant.name} Academy`;
}

/** The address of a page of the academy in the language of the mail. */
export const pageAddress = (origin: string, path: string): string => `${origin}${withLanguage(path)}`;

/** A day for readers in any time zone: it is the one of UTC, and the text around it must say so. */
export const utcDay = (at: Date | number): string =>
  new Date(at).toLocaleDateString(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' });

function plainOf(tenant: Tenant, origin: string | null, words: MailWords): string {
  const blocks = [
    greeting(words),
    ...words.paragraphs,
    ...(words.quote ? [quoteLines(words.quote)] : []),
    ...(words.lists ?? []).map(listLines),
    ...(words.code ? [`    ${words.code}`] : []),
    ...(words.button ? [`${words.button.label}:\n${words.button.href}`] : []),
    ...words.closing,
    ...(words.links ?? []).map(({ label, href }) => `${label}:\n${href}`),
    `-- \n${academyNameOf(tenant)}${origin === null ? '' : `\n${pageAddress(origin, '/')}`}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function htmlOf(tenant: Tenant, origin: string | null, words: MailWords): Html {
  const { light, dark } = mailColorsOf(tenant);
  const name = academyNameOf(tenant);
  const paragraph = (text: string) => html`<p class="text" style="margin:0 0 16px;color:${light.text}">${text}</p>`;
  const small = (text: string) =>
    html`<p class="muted" style="margin:0 0 8px;font-size:14px;line-height:1.5;color:${light.muted}">${text}</p>`;
  const brand = html`<span class="badge" style="display:inline-block;width:34px;height:34px;line-height:34px;border-radius:9px;background:${light.accent};color:${light.onAccent};text-align:center;margin-right:10px">${[...tenant.name][0] ?? ''}</span>${name}`;
  const bold = `color:${light.text};text-decoration:none;font-weight:700;font-size:18px`;
  const home =
    origin === null
      ? html`<span class="text" style="${bold}">${brand}</span>`
      : html`<a href="${pageAddress(origin, '/')}" target="_blank" class="text" style="${bold}">${brand}</a>`;
  return html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<title>${words.subject}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${raw(darkSheet(dark))}</style>
</head>
<body class="surface" style="margin:0;padding:0;background:${light.surface}">
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.surface}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${FONT};font-size:17px;line-height:1.6;text-align:left">
<tr><td style="padding:0 4px 20px">
${home}
</td></tr>
<tr><td class="card" style="padding:36px 32px 28px;border:1px solid ${light.border};border-radius:16px;background:${light.raised}">
<h1 class="text" style="margin:0 0 20px;font-size:25px;line-height:1.25;letter-spacing:-0.01em;color:${light.text}">${words.heading}</h1>
${paragraph(greeting(words))}
${words.paragraphs.map(paragraph)}
${words.quote ? quoteOf(words.quote, light) : null}
${(words.lists ?? []).map((list) => listOf(list, light))}
${words.code ? codeOf(words.code, light) : null}
${words.button ? buttonOf(words.button, light) : null}
<div class="rule" style="height:1px;margin:24px 0 18px;background:${light.border};font-size:0;line-height:0">&nbsp;</div>
${words.closing.map(small)}
${words.links ? linksOf(words.links, light) : null}
</td></tr>
<tr><td style="padding:20px 4px 0">${small(tenantInLanguage(tenant, currentLanguage()).tagline)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Anybody can choose their name: one that mail programs would turn into a link is left out. */
function greeting({ firstName }: MailWords): string {
  const name = oneLine(firstName ?? '', 80);
  return name === '' || /[@/\\:]|[\p{L}\d]\.[\p{L}\d]/u.test(name)
    ? layoutTexts.hello
    : layoutTexts.helloName({ name });
}

/** Marked line by line, as mail programs mark quotations. */
const quoteLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

function quoteOf(text: string, colors: MailColors): Html {
  return html`<p class="quote text" style="margin:4px 0 20px;padding:14px 18px;border:1px solid ${colors.border};border-radius:10px;background:${colors.surface};color:${colors.text};white-space:pre-wrap;word-break:break-word">${text}</p>`;
}

const listLines = ({ heading, items }: MailList): string =>
  [heading, ...items.map(({ text, href }) => `- ${text}${href === null ? '' : `\n  ${href}`}`)].join('\n');

function listOf({ heading, items }: MailList, colors: MailColors): Html {
  const line = ({ text, href }: MailList['items'][number]) =>
    href === null
      ? html`${text}`
      : html`<a class="link" href="${href}" target="_blank" style="color:${colors.accent}">${text}</a>`;
  return html`<h2 class="text" style="margin:24px 0 8px;font-size:18px;line-height:1.35;color:${colors.text}">${heading}</h2>
<ul class="text" style="margin:0 0 20px;padding:0 0 0 20px;color:${colors.text}">
${items.map((item) => html`<li style="margin:0 0 6px;word-break:break-word">${line(item)}</li>\n`)}</ul>`;
}

function linksOf(links: NonNullable<MailWords['links']>, colors: MailColors): Html {
  const one = ({ label, href }: { label: string; href: string }, index: number) =>
    html`${index > 0 && ' \u00b7 '}<a class="link" href="${href}" target="_blank" style="color:${colors.accent}">${label}</a>`;
  return html`<p class="muted" style="margin:12px 0 8px;font-size:14px;line-height:1.8;color:${colors.muted}">${links.map(one)}</p>`;
}

function codeOf(code: string, colors: MailColors): Html {
  return html`<p class="code" style="margin:4px 0 20px;padding:14px 20px;border:1px solid ${colors.border};border-radius:10px;background:${colors.surface};color:${colors.text};font:700 30px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.18em;text-align:center">${code}</p>`;
}

function buttonOf({ label, href }: { label: string; href: string }, colors: MailColors): Html {
  return html`<p style="margin:8px 0 20px"><a class="button" href="${href}" target="_blank" style="display:inline-block;padding:13px 24px;border-radius:10px;background:${colors.accent};color:${colors.onAccent};font-weight:600;text-decoration:none">${label}</a></p>
<p class="muted" style="margin:0 0 8px;font-size:14px;line-height:1.5;color:${colors.muted}">${layoutTexts.copyAddress}</p>
<p style="margin:0;font-size:14px;line-height:1.5;word-break:break-all"><a class="link" href="${href}" target="_blank" style="color:${colors.accent}">${href}</a></p>`;
}

/** The brand's dark colours, for mail programs with a dark mode and support for style sheets. */
function darkSheet(dark: MailColors): string {
  return `@media (prefers-color-scheme:dark){
.surface{background:${dark.surface}!important}
.card{background:${dark.raised}!important;border-color:${dark.border}!important}
.text{color:${dark.text}!important}
.muted{color:${dark.muted}!important}
.rule{background:${dark.border}!important}
.code{background:${dark.surface}!important;border-color:${dark.border}!important;color:${dark.text}!important}
.badge,.button{background:${dark.accent}!important;color:${dark.onAccent}!important}
.quote{background:${dark.surface}!important;border-color:${dark.border}!important}
.link{color:${dark.accent}!important}
}`;
}
