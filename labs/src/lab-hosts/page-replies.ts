import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Language } from '@academy/contract/i18n/languages';
import { pageTexts } from './page-texts.ts';
import { askedLanguage, speakingIn, spoken } from './speaking.ts';

/** Why a lab host, or the server before it, answers in the place of a lab. */
export type PageTrouble =
  | 'closed'
  | 'stranger'
  | 'ended'
  | 'gone'
  | 'failed'
  | 'late'
  | 'crowded'
  | 'tooLarge'
  | 'bad'
  | 'unreachable';

/** Most bytes that can be sent to a lab in one request, and its longest wait for the beginning of an answer. */
export const MAX_MEGABYTES = 25;
export const ANSWER_SECONDS = 60;

interface Reply {
  status: number;
  /** For what passes by itself: the page is loaded again after so many seconds. */
  again?: number;
  /** @param port a number that is a name: without separators */
  words(port: string): [title: string, text: string];
}

const REPLIES: Readonly<Record<PageTrouble, Reply>> = {
  closed: { status: 404, again: 3, words: (port) => [pageTexts.closedTitle({ port }), pageTexts.closed] },
  stranger: { status: 403, words: () => [pageTexts.strangerTitle, pageTexts.stranger] },
  ended: { status: 410, words: () => [pageTexts.endedTitle, pageTexts.ended] },
  gone: { status: 404, words: () => [pageTexts.goneTitle, pageTexts.gone] },
  // Also a program that is being stopped and started again.
  failed: { status: 502, again: 3, words: (port) => [pageTexts.failedTitle, pageTexts.failed({ port })] },
  late: { status: 504, words: (port) => [pageTexts.lateTitle, pageTexts.late({ port, seconds: ANSWER_SECONDS })] },
  crowded: { status: 503, again: 3, words: () => [pageTexts.crowdedTitle, pageTexts.crowded] },
  tooLarge: {
    status: 413,
    words: () => [pageTexts.tooLargeTitle, pageTexts.tooLarge({ megabytes: MAX_MEGABYTES })],
  },
  bad: { status: 400, words: () => [pageTexts.badTitle, pageTexts.bad] },
  unreachable: { status: 502, words: () => [pageTexts.unreachableTitle, pageTexts.unreachable] },
};

/** Whose page it is, as far as that is known. */
export interface PageReader {
  port: number;
  /** Style sheet of plain pages of its academy; empty where that is not known. */
  style: string;
  /** Null: as the browser asks for. */
  language: Language | null;
  /** The origin whose pages may frame the reply; null: nobody may. */
  ancestor: string | null;
}

export const statusOf = (trouble: PageTrouble): number => REPLIES[trouble].status;

/** Answers a request in the place of a lab: with a page where one is shown, else with a line of text. */
export function sendTrouble(
  request: IncomingMessage,
  response: ServerResponse,
  trouble: PageTrouble,
  reader: PageReader,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { ancestor, language } = reader;
  const { status, again } = REPLIES[trouble];
  const body = speakingIn(language ?? askedLanguage(request.headers), () => bodyOf(request, trouble, reader));
  // A body that nobody reads would stand in the way of the next request.
  if (!request.complete) response.shouldKeepAlive = false;
  const sent: OutgoingHttpHeaders = {
    'content-type': `${body.type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body.text),
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${body.style === '' ? "'none'" : hashOf(body.style)}`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ancestor ?? "'none'"}`,
    ].join('; '),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    ...(again === undefined ? {} : { 'retry-after': String(again) }),
  };
  response.writeHead(status, sent);
  response.end(request.method === 'HEAD' ? undefined : body.text);
}

function bodyOf({ method, headers }: IncomingMessage, trouble: PageTrouble, { port, style: academy }: PageReader) {
  const { words, again } = REPLIES[trouble];
  const [title, text] = words(String(port));
  const isShown = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
  if (!isShown) return { type: 'text/plain', text: `${title}. ${text}\n`, style: '' };
  const style = academy === '' ? PLAIN : `${academy}\n${CENTRED}`;
  const refresh = again === undefined ? '' : `<meta http-equiv="refresh" content="${again}">`;
  const markup = `<!doctype html>
<html lang="${spoken()}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<style>${style}</style>
</head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body>
</html>
`;
  return { type: 'text/html', text: markup, style };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const CENTRED = 'body{display:grid;place-items:center;min-height:100vh}main{max-width:34rem}h1{font-size:1.375rem}';
const PLAIN = `body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif;color-scheme:light dark}main{padding:1.25rem}${CENTRED}`;
