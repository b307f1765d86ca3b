import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createQueryClient, dropFailedReads, hydrateReads } from './api/query-client.ts';
import type { UncaughtError } from './api/reports.ts';
import type { PageData } from './document.ts';
import { dropFailedScreens } from './lib/chosen-screens.ts';
import { idle } from './lib/idle.ts';
import { showIncomplete } from './lib/incomplete.ts';
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

function readBlock<T>(selector: string): T | null {
  const text = document.querySelector(selector)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

/** Texts of the page's own data: they stand in the document, cleaned by the server. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsOf(part);
}

type PageConfig = { config: RuntimeConfig; tenant: Tenant };

/** What comes empty or is no JSON is requested once more. */
const requestConfig = async (): Promise<PageConfig> => (await fetch('/config.json')).json();

async function start(): Promise<void> {
  // Off while the libraries were read, see `START_SCRIPT`.
  (Error as { stackTraceLimit?: number }).stackTraceLimit = 10;
  // What is pressed before the page can answer is pressed again once it can. React marks what is awake and lets no click
  // through to the rest; hearts wait for code of their own.
  const early: HTMLButtonElement[] = [];
  const keep = ({ target }: MouseEvent) => {
    const button = (target as Element).closest('button');
    if (button && (button.dataset.heart || !Object.keys(button).some((key) => key.startsWith('__reactProps'))))
      early.push(button);
  };
  addEventListener('click', keep, true);

  const runtime =
    readBlock<PageConfig>('head > script[type="application/json"]') ??
    // A static deployment has no server that writes into the page.
    (await requestConfig().catch(requestConfig));
  setPageRuntime(runtime);
  // Reading the scripts was long enough for one task.
  await new Promise((next) => setTimeout(next));
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
  const prepare = ({ pathname, search }: URL) => void preload(pathname, search, client, runtime);
  beforeNavigation((to) => {
    noteScroll();
    forgetFailures();
    const url = new URL(to, location.origin);
    // A screen would ask for one thing after the other.
    if (url.pathname !== location.pathname) prepare(url);
    return undefined;
  });
  // Until its code is here links lead as they do without scripts.
  void insist(() => import('./shell/later-parts.tsx')).then(({ followLinks }) => followLinks(prepare));

  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no #root');
  const tree = <Root client={client} runtime={runtime} missing={missing} />;
  // In slices, so that what the reader does meanwhile does not wait for the whole page.
  const options = { onUncaughtError };
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, tree, options));
  else createRoot(root, options).render(tree);

  // Until every part has woken up nothing may change, or React would throw away what the server has rendered.
  await idle();
  await partsSettled();
  await idle();
  loadScreensWithParts();
  emptyOnIdentityChange(client);
  startSession();
  void insist(() => import('./after-waking.ts')).then(({ afterWaking }) => {
    removeEventListener('click', keep, true);
    afterWaking(client, early);
  });
}

/** React has taken everything off the page: the notice is all that is left to see. */
function onUncaughtError(error: unknown): void {
  showIncomplete();
  // What listens for errors reports it.
  reportError(error);
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

const reports = () => import('./api/reports.ts');

// From the first moment: what breaks while the page wakes up keeps it from doing so. A report that fails is an error, too:
// it is dropped, or it would be reported again without end.
window.onerror = window.onunhandledrejection = (...told: UncaughtError) =>
  void reports()
    .then(({ uncaught }) => uncaught(told))
    .catch(() => 0);

// See load-watch.ts.
document.documentElement.dataset.started = '';
start().catch((error: unknown) => {
  showIncomplete();
  throw error;
});
