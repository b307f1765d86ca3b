import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createQueryClient, dropFailedReads, hydrateReads } from './api/query-client.ts';
import type { PageData } from './document.ts';
import { dropFailedScreens } from './lib/chosen-screens.ts';
import { insist, partsSettled } from './lib/lazy-part.ts';
import { beforeNavigation, notePop } from './lib/location.tsx';
import { isTyping } from './lib/reload-once.ts';
import { setPageRuntime } from './lib/runtime.tsx';
import { keepScroll, noteScroll } from './lib/scroll.ts';
import { trustRendered } from './lib/trusted.ts';
import { preload } from './preload.ts';
import { Root } from './root.tsx';
import { matchRoute, NOT_FOUND } from './routes.tsx';
import { loadScreen, loadScreensWithParts } from './screens.tsx';
import { sessionStore } from './sign-in/session.ts';
import { startSession } from './sign-in/start-session.ts';

/** The page has a moment: it has rendered what it was given. */
const idle = (): Promise<unknown> =>
  new Promise((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done),
  );

function readBlock<T>(selector: string): T | null {
  const text = document.querySelector(selector)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

/** Texts of the page's own data: they stand in the document, cleaned by the server. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsOf(part);
}

async function start(): Promise<void> {
  const runtime =
    readBlock<{ config: RuntimeConfig; tenant: Tenant }>('head > script[type="application/json"]') ??
    // A static deployment has no server that writes into the page.
    ((await (await fetch('/config.json')).json()) as { config: RuntimeConfig; tenant: Tenant });
  setPageRuntime(runtime);
  const client = createQueryClient();
  const data = readBlock<PageData>('#page-data');
  if (data !== null) {
    hydrateReads(client, data.reads);
    trustRendered(textsOf(data.reads));
  }
  const missing = data?.missing ?? null;
  const match = matchRoute(location.pathname, location.search);
  const route = match === null || missing !== null ? NOT_FOUND : match.route;
  // The screen's component must be here before hydration; when it cannot be loaded the app says so itself.
  await loadScreen(route).catch(() => (isTyping() ? insist(() => loadScreen(route)) : undefined));

  const forgetFailures = () => {
    dropFailedReads(client);
    dropFailedScreens();
  };
  addEventListener('popstate', () => {
    notePop();
    forgetFailures();
  });
  keepScroll();
  beforeNavigation(() => {
    noteScroll();
    forgetFailures();
    return undefined;
  });
  // Until its code is here links lead as they do without scripts.
  void insist(() => import('./shell/later-parts.tsx')).then(({ followLinks }) =>
    followLinks((url) => void preload(url.pathname, url.search, client, runtime)),
  );

  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no #root');
  const tree = <Root client={client} runtime={runtime} missing={missing} />;
  if (root.hasChildNodes()) hydrateRoot(root, tree);
  else createRoot(root).render(tree);

  // Until every part has woken up nothing may change, or React would throw away what the server has rendered.
  await idle();
  await partsSettled();
  await idle();
  loadScreensWithParts();
  emptyOnIdentityChange(client);
  startSession();
  sendPendingProgressOnceSignedIn(client);
  void insist(() => import('./api/favorites.ts')).then(({ followHearts }) => followHearts(client));
}

/** Caches belong to one identity (security rule 29): what another one read goes away, what is on screen is asked anew. */
function emptyOnIdentityChange(client: ReturnType<typeof createQueryClient>): void {
  let owner = sessionStore.get().userId;
  let first = true;
  sessionStore.subscribe(() => {
    const { userId } = sessionStore.get();
    if (userId === owner) return;
    const fromPage = first && owner === null;
    owner = userId;
    first = false;
    // What came with the page is public and stays when the stored session is found.
    if (fromPage) return;
    void client.invalidateQueries();
    // Later, because what showed the person until now still has to let go of what it read.
    setTimeout(() => client.removeQueries({ type: 'inactive' }));
  });
}

/** Unsent progress belongs to somebody: what keeps and sends it is fetched only where somebody is signed in. */
function sendPendingProgressOnceSignedIn(client: ReturnType<typeof createQueryClient>): void {
  const startOnce = () => {
    if (sessionStore.get().userId === null) return;
    stopWaiting();
    void insist(() => import('./api/pending-progress.ts')).then(({ startPendingProgress }) =>
      startPendingProgress(client),
    );
  };
  const stopWaiting = sessionStore.subscribe(startOnce);
  startOnce();
}

void start();
