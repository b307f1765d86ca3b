// First: it watches what the others do while they load.
import { TEXTS } from '@academy/contract/texts';
import './i18n/rendering-language.ts';
import { createHash } from 'node:crypto';
import * as build from 'virtual:client-build';
import { currentDraft, draftOf, splitLanguage } from '@academy/contract/i18n/address';
import { currentLanguage, ORIGINAL } from '@academy/contract/i18n/languages';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import type { Page, PageRequest, WebEntry } from '@academy/contract/web-entry';
import type { QueryClient } from '@tanstack/react-query';
import { renderToReadableStream } from 'react-dom/server.node';
import { prefetchAddress } from './api/addresses.ts';
import { prefetchAlerts } from './api/alerts.ts';
import { isNotFound } from './api/call-error.ts';
import { createQueryClient, dehydrateReads } from './api/query-client.ts';
import { withRowsOnly } from './catalogue/lesson-rows.ts';
import { renderDocument, type ScreenAssets, START_SCRIPT, tenantStyle } from './document.ts';
import { renderingDraft, renderingLanguage } from './i18n/rendering-language.ts';
import { screenContext } from './loading/preload.ts';
import { DRAFT_STYLE } from './metadata/draft-banner.ts';
import { pageMetadata } from './metadata/page-metadata.ts';
import { pageStatus } from './metadata/page-status.ts';
import { canonicalPath } from './navigation/head.ts';
import { loadScreen } from './navigation/load-screen.tsx';
import { ServerLocation } from './navigation/location.tsx';
import { filledIn, inOwnLanguage } from './navigation/path.ts';
import type { Head, RouteMatch } from './navigation/screen.ts';
import { urls } from './navigation/urls.ts';
import { Root } from './root.tsx';
import { matchRoute, NOT_FOUND } from './routes.tsx';
import { coverMarkup } from './ui/cover-art/cover-markup.ts';
import { coverPicture as drawCoverPicture } from './ui/cover-art/cover-picture.ts';
import { giveDrawingCode } from './ui/cover-art/drawing.ts';

giveDrawingCode(coverMarkup);

/** Does something in the language that a path names, and for the draft. */
const inLanguageOf = <T,>(path: string, work: () => T): T =>
  renderingLanguage.run(splitLanguage(path).language, () => renderingDraft.run(draftOf(path), work));

const addressOf = ({ path, search }: { path: string; search: string }): string =>
  search === '' ? path : `${path}?${search}`;

/** The one form of all addresses that show the same page: as links write it, and a first page without its number. */
function normalised(match: RouteMatch): RouteMatch {
  const { route, params, search } = match;
  const parsed = new URLSearchParams(search);
  // The pages of a lab have names.
  if (route.layout !== 'lab' && parsed.get('page') === '1') parsed.delete('page');
  return { ...match, path: filledIn(route.path, params), search: parsed.toString() };
}

/** Addresses are written in lower case. Where one in capitals leads that has nothing behind it, else null. */
function inLowerCase({ path, search }: PageRequest): Page | null {
  const lower = path.toLowerCase();
  const match = lower === path ? null : matchRoute(lower, search);
  return match && { status: 302, location: addressOf(match), html: '' };
}

export const normalFormOf: WebEntry['normalFormOf'] = (path, search) =>
  inLanguageOf(path, () => normalForm(path, search));

function normalForm(path: string, search: string): ReturnType<WebEntry['normalFormOf']> {
  const match = matchRoute(path, search);
  // Redirect parameters are not part of the page that they lead to.
  if (match === null) return matchRoute(path.toLowerCase(), search) && { address: path, isOneOfFew: false };
  const { route, ...normal } = normalised(match);
  // A guarded screen is rendered for any id: only people who pass the guard learn whether the item exists.
  const isOneOfFew = normal.search === '' && (route.guard === null || Object.keys(normal.params).length === 0);
  return { address: addressOf(normal), isOneOfFew };
}

export const patternOf: WebEntry['patternOf'] = (path) =>
  inLanguageOf(path, () => matchRoute(path, '')?.route.path ?? null);

export const renderPage: WebEntry['renderPage'] = (request) =>
  inLanguageOf(request.path, () => renderInLanguage(request));

async function renderInLanguage(request: PageRequest): Promise<Page> {
  const { tenant, config } = request;
  const match = matchRoute(request.path, request.search);
  // One page for all addresses that cannot exist, so that they fill no cache.
  if (match === null)
    return (
      inLowerCase(request) ??
      render(request, nowhere(), { status: 404, missing: null, client: createQueryClient(request.call) })
    );
  if (match.route.redirect !== null) {
    const location = inOwnLanguage(match.route.redirect(tenant));
    return { status: 302, location, html: '' };
  }
  const client = createQueryClient(request.call);
  const context = screenContext(match, client, { tenant, config });
  const screen = await loadScreen(match.route);
  try {
    // Data behind a guard are fetched in the browser.
    if (match.route.guard === null) await screen.prefetch?.(context);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return renderMissing(request, match);
  }
  if (match.route.guard === null && screen.status?.(context) === 404) return renderMissing(request, match);
  const location = screen.redirect?.(context) ?? null;
  if (location !== null) return { status: 302, location: inOwnLanguage(location), html: '' };
  return render(request, normalised(match), { status: pageStatus(match, client), missing: null, client });
}

/** What an address that cannot exist shows. */
const nowhere = (): RouteMatch => ({ route: NOT_FOUND, params: {}, path: urls.notFound(), search: '' });

/**
 * A matched address whose item does not exist: leads to where it is now, or shows the not-found screen, noted in the page
 * data so that the browser agrees.
 */
async function renderMissing(request: PageRequest, match: RouteMatch): Promise<Page> {
  const inLower = inLowerCase(request);
  if (inLower !== null) return inLower;
  const client = createQueryClient(request.call);
  const now = match.route.guard === null ? await prefetchAddress(client, request.path) : null;
  if (now !== null) return { status: 301, location: addressOf({ path: now, search: match.search }), html: '' };
  return render(request, match, { status: 404, missing: addressOf(match), client: createQueryClient(request.call) });
}

interface Outcome {
  status: 200 | 404;
  missing: string | null;
  client: QueryClient;
}

async function render(request: PageRequest, match: RouteMatch, { status, missing, client }: Outcome): Promise<Page> {
  const { tenant, config, origin } = request;
  const shown = missing === null ? match : { ...match, route: NOT_FOUND };
  const screen = await loadScreen(shown.route);
  if (missing !== null) await screen.prefetch?.(screenContext(shown, client, { tenant, config }));
  const head: Head = screen.head?.(screenContext(shown, client, { tenant, config })) ?? { title: shown.route.title };
  await prefetchAlerts(client);
  withRowsOnly(client);
  let failure: unknown = null;
  const stream = await renderToReadableStream(
    <ServerLocation value={{ path: match.path, search: match.search }}>
      <Root client={client} runtime={{ tenant, config }} missing={missing} />
    </ServerLocation>,
    // Larger boundaries would be moved out of line by inline scripts (docs/pitfalls.md#react-moves-large-boundaries).
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  await stream.allReady;
  const markup = await new Response(stream).text();
  // When a screen throws, an empty document is sent and the browser renders it.
  if (failure !== null) throw failure;
  const html = renderDocument({
    tenant,
    config,
    head,
    canonical: status === 404 ? null : origin + canonicalPath(match),
    // Search engines and previews of shared links learn nothing of drafts.
    facts: status === 404 || currentDraft() !== '' ? null : pageMetadata(match, head, { tenant, origin, client }),
    assets: build.assetsOf(currentLanguage(), `src/${shown.route.file}`),
    ...build.filesOf(currentLanguage()),
    markup,
    data: { reads: dehydrateReads(client), missing },
  });
  client.clear();
  return { status, html };
}

const emptyDocument = (tenant: Tenant, config: RuntimeConfig | null): string =>
  renderDocument({
    tenant,
    config,
    head: { title: TEXTS.loading, noIndex: true },
    canonical: null,
    facts: null,
    assets: build.assetsOf(currentLanguage(), null),
    ...build.filesOf(currentLanguage()),
    markup: '',
    data: null,
  });

export const renderShell: WebEntry['renderShell'] = ({ path, tenant, config }) =>
  inLanguageOf(path, () => emptyDocument(tenant, config));

export const staticDocument: WebEntry['staticDocument'] = (tenant, language = ORIGINAL) =>
  renderingLanguage.run(language, () => emptyDocument(tenant, null));

export const coverPicture: WebEntry['coverPicture'] = drawCoverPicture;

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const scriptHashes = [sha256(START_SCRIPT)];

export const csp: WebEntry['csp'] = (tenant, path) => ({
  scripts: scriptHashes,
  // In development styles come with the scripts, without hashes.
  styles: import.meta.env.DEV
    ? ["'unsafe-inline'"]
    : [...stylesAt(path), tenantStyle(tenant), ...(draftOf(path ?? '') === '' ? [] : [DRAFT_STYLE])].map(sha256),
});

/** The inline styles that a document at a path can hold: of its screen, and of what is shown where there is no such item. */
const stylesAt = (path: string | null): ReadonlySet<string> =>
  inLanguageOf(path ?? '/', () => {
    const shown = path === null ? [] : [matchRoute(path, '')?.route ?? NOT_FOUND, NOT_FOUND];
    const files = [null, ...shown.map(({ file }) => `src/${file}`)];
    const stylesOf = (file: string | null): ScreenAssets['styles'] => build.assetsOf(currentLanguage(), file).styles;
    return new Set(files.flatMap(stylesOf).map(({ css }) => css));
  });
