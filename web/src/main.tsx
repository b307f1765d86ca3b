import './i18n/page-language.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/states.css';
import './styles/base.css';
import { withLanguage } from '@academy/contract/i18n/address';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createQueryClient, hydrateReads } from './api/query-client.ts';
import { type UncaughtError, uncaught } from './api/reports.ts';
import type { PageData } from './document.ts';
import { ignoreComposingKeys } from './lib/composing-keys.ts';
import { allowForeignEdits } from './lib/foreign-edits.ts';
import { showIncomplete } from './lib/incomplete.ts';
import { loadFileWithRetry } from './lib/load-file.ts';
import { isTyping } from './lib/reload-once.ts';
import { setPageRuntime } from './lib/runtime.tsx';
import { trustRendered } from './lib/trusted.ts';
import { loadScreen } from './navigation/load-screen.tsx';
import type { Route } from './navigation/screen.ts';
import { followScroll } from './navigation/scroll.ts';
import { Root } from './root.tsx';
import { matchRoute, NOT_FOUND } from './routes.tsx';

type PageConfig = { config: RuntimeConfig; tenant: Tenant };

/** Starts the page: reads its data, loads the screen of its address, and hydrates what the server rendered. */
async function start(): Promise<void> {
  const runtime =
    readBlock<PageConfig>('#page-config') ??
    // A static deployment has no server that writes into the page.
    (await requestConfig().catch(requestConfig));
  setPageRuntime(runtime);
  allowForeignEdits();
  followScroll();

  const client = createQueryClient();
  const data = readBlock<PageData>('#page-data');
  if (data !== null) {
    hydrateReads(client, data.reads);
    trustRendered(textsOf(data.reads));
  }
  const missing = data?.missing ?? null;
  const match = matchRoute(location.pathname, location.search);
  const route = match === null || missing !== null ? NOT_FOUND : match.route;
  await loadFirstScreen(route);

  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no #root');
  ignoreComposingKeys(root, document.body);
  const tree = <Root client={client} runtime={runtime} missing={missing} />;
  // In a transition React works in slices, so that what the reader does meanwhile does not wait for the whole page.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, tree, { onUncaughtError }));
  else createRoot(root, { onUncaughtError }).render(tree);
}

/**
 * A failure leaves the page to the app, whose error fallback shows it. Where something has been typed meanwhile it is retried
 * instead, because hydrating would replace what was typed.
 */
async function loadFirstScreen(route: Route): Promise<void> {
  try {
    await loadScreen(route);
  } catch {
    if (isTyping()) await loadFileWithRetry(() => loadScreen(route));
  }
}

function readBlock<T>(selector: string): T | null {
  const text = document.querySelector(selector)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

/** Texts of the page's own data: they stand in the document, sanitised by the server. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsOf(part);
}

/** @throws when the reply is empty or no JSON */
const requestConfig = async (): Promise<PageConfig> => (await fetch(withLanguage('/config.json'))).json();

/** React has taken everything off the page: the notice is all that is left to see. */
function onUncaughtError(error: unknown): void {
  showIncomplete();
  // Fires `window.onerror`, see below.
  window.reportError(error);
}

window.onerror = window.onunhandledrejection = (...args: UncaughtError) => uncaught(args);

// See load-watch.ts.
document.documentElement.dataset.started = '';
start().catch((error: unknown) => {
  showIncomplete();
  throw error;
});
