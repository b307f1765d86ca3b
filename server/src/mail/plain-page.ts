import { withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage } from '@academy/contract/i18n/languages';
import type { Tenant } from '@academy/contract/tenants';
import { type Html, html, raw } from '@academy/identity/pages/html';
import { hashOf } from '@academy/identity/pages/style';
import type { FastifyReply } from 'fastify';
import { mailColorsOf } from './templates/colors.ts';
import { academyNameOf } from './templates/layout.ts';

/** A page in an academy's colours without scripts and without the web application. */
export interface PlainPage {
  markup: string;
  /** Inline style, which the security policy must allow by its hash. */
  style: string;
}

/** @param moreStyle further rules of this page; colours are `--text`, `--muted`, `--accent` ... */
export function plainPage(tenant: Tenant, title: string, content: Html, moreStyle: string): PlainPage {
  const name = academyNameOf(tenant);
  const style = `${plainStyle(tenant)}\n${moreStyle}`;
  const markup = html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<title>${title} - ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<style>${raw(style)}</style>
</head>
<body>
<header><a href="${withLanguage('/')}"><img src="/favicon.svg" alt="" width="32" height="32">${name}</a></header>
<main>${content}</main>
</body>
</html>
`;
  return { markup: markup.text, style };
}

/** Sends an uncacheable page. @param hasForms whether it may send forms to this server */
export function sendPlainPage(reply: FastifyReply, { markup, style }: PlainPage, hasForms = false): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    "img-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(markup);
}

/** The style of plain pages: an academy's colours as `--text`, `--muted`, `--accent` ... */
export function plainStyle(tenant: Tenant): string {
  const { light, dark } = mailColorsOf(tenant);
  const roles = Object.entries(light).map(
    ([role, color]) => `--${role}:light-dark(${color},${dark[role as keyof typeof dark]})`,
  );
  return `:root{color-scheme:light dark;${roles.join(';')}}
*{box-sizing:border-box}
body{margin:0;background:var(--surface);color:var(--text);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
header,main{max-width:52rem;margin:0 auto;padding:1rem 1.25rem}
header a{display:inline-flex;align-items:center;gap:.7rem;min-height:2.5rem;color:var(--text);font-weight:700;text-decoration:none}
main{padding-bottom:4rem}
h1{margin:.5rem 0;font-size:1.75rem;line-height:1.2}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}`;
}
