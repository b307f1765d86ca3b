import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLanguage, type Language } from '@academy/contract/i18n/languages';
import type { BrowserCookies } from './browser-cookies.ts';
import type { RequestContext } from './request.ts';

/** A request whose address was shortened for the library. */
type Addressed = IncomingMessage & { originalUrl?: string };

/** The end of an address by which a page's switch chooses a language. */
const CHOICE = /[?&]language=([a-z]{2})$/;

/**
 * The language of a reply: the one of the sign-in (`ui_locales`), or the one chosen on its pages since then, else what the
 * browser asks for. The first two are remembered: mailed links and the account's pages follow them.
 */
export function languageFor(
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  cookies: BrowserCookies,
  issuer: string,
): Language {
  const { pathname, searchParams } = URL.parse(req.url ?? '', issuer) ?? new URL(issuer);
  const starts = /\/oauth2\/v1\/(?:authorize|logout)$/.test(pathname);
  const wanted = starts ? localesOf(searchParams.get('ui_locales') ?? '').find(isLanguage) : undefined;
  if (wanted === undefined) return cookies.language(req) ?? context.acceptedLanguage;
  cookies.keepLanguage(res, wanted);
  return wanted;
}

/** `de-AT en` asks for `de`, then for `en`. */
const localesOf = (text: string): string[] =>
  text.split(' ').map((locale) => (locale.split('-', 1)[0] ?? '').toLowerCase());

/** The language that the request chooses, and the address of the page without the choice; null when it chooses none. */
export function chosenLanguage(req: IncomingMessage): { language: Language; address: string } | null {
  const address = req.url ?? '';
  const [end = '', language = ''] = CHOICE.exec(address) ?? [];
  if (!isOpened(req) || !isLanguage(language)) return null;
  return { language, address: address.slice(0, -end.length) };
}

/** Where the switch of a page leads for each language; null for a reply to a form, which is not shown a second time. */
export function switchFor(req: Addressed): ((language: Language) => string) | null {
  if (!isOpened(req)) return null;
  const address = (req.originalUrl ?? req.url ?? '').replace(CHOICE, '');
  return (language) => `${address}${address.includes('?') ? '&' : '?'}language=${language}`;
}

const isOpened = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
