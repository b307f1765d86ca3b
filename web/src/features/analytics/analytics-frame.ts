import { ANALYTICS_FRAME } from '@academy/contract/analytics';
import { mayTellContainer } from '@academy/contract/rules/page-view';
import { analyticsConsent } from '../../lib/privacy.ts';

/** What the container is told of: the address without query and hash, and the title. */
export interface ReportedPage {
  address: string;
  title: string;
}

/** The page as it may be told of, or null: on its way, not found, or none of anybody's business. */
function presentPage(): ReportedPage | null {
  const { origin, pathname } = location;
  // The document's head follows when a screen has come; what was not found has no place of its own.
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical === null || new URL(canonical.href).pathname !== pathname || !mayTellContainer(pathname)) return null;
  return { address: origin + pathname, title: document.title };
}

/** The document's policy lets the frame in only where it may be: a document that was opened elsewhere has none. */
function documentHasFrame(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && mayTellContainer(new URL(opened.name).pathname);
}

/**
 * Tells the container of each page that is opened. It runs in a frame without an origin, which is there only beside
 * screens that it may be told of, and goes as soon as the viewer says no. @returns stops it
 */
export function tellContainer(): () => void {
  if (!documentHasFrame()) return () => undefined;
  let frame: HTMLIFrameElement | null = null;
  let isReady = false;
  let told: string | null = null;

  const remove = () => {
    frame?.remove();
    frame = null;
    isReady = false;
    told = null;
  };
  const follow = () => {
    if (analyticsConsent.get() !== 'on' || !mayTellContainer(location.pathname)) return remove();
    frame ??= addFrame();
    const page = presentPage();
    if (!isReady || page === null || page.address === told) return;
    told = page.address;
    // A frame without an origin cannot be named. Nobody but us can have put a document into it.
    frame.contentWindow?.postMessage(page, '*');
  };
  const ready = ({ source, data }: MessageEvent) => {
    if (frame === null || source !== frame.contentWindow || data !== 'analytics-frame') return;
    isReady = true;
    follow();
  };

  addEventListener('message', ready);
  // Every screen that has come writes title and head, the same ones again, too.
  const head = new MutationObserver(follow);
  head.observe(document.head, { subtree: true, childList: true, attributeFilter: ['href'] });
  for (const type of MOVES) addEventListener(type, follow);
  const ignore = analyticsConsent.subscribe(follow);
  follow();
  return () => {
    ignore();
    for (const type of MOVES) removeEventListener(type, follow);
    head.disconnect();
    removeEventListener('message', ready);
    remove();
  };
}

/** The first two are the router's own. */
const MOVES = ['pushState', 'replaceState', 'popstate'] as const;

function addFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = 'Analytics';
  frame.hidden = true;
  frame.sandbox.add('allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.src = ANALYTICS_FRAME;
  document.body.append(frame);
  return frame;
}
