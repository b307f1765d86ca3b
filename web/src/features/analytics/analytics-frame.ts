import { ANALYTICS_FRAME } from '@academy/contract/analytics';
import { mayNotifyContainer } from '@academy/contract/rules/page-view';
import { analyticsConsent } from '../../lib/privacy.ts';

/** What is reported to the container: the address without query and hash, and the title. */
export interface ReportedPage {
  address: string;
  title: string;
}

/** The page as it may be reported, or null: still loading, not found, or private. */
function presentPage(): ReportedPage | null {
  const { origin, pathname } = location;
  // The head is updated after the screen is shown; a page that was not found has no canonical address.
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical === null || new URL(canonical.href).pathname !== pathname || !mayNotifyContainer(pathname)) return null;
  return { address: origin + pathname, title: document.title };
}

/** The document's policy lets the frame in only where it may be: a document that was opened elsewhere has none. */
function documentHasFrame(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  return opened !== undefined && mayNotifyContainer(new URL(opened.name).pathname);
}

/**
 * Reports each page view to the tag manager's container. It runs in a frame without an origin, which exists only beside
 * screens that may be reported, and is removed as soon as the viewer opts out. @returns stops it
 */
export function startAnalytics(): () => void {
  if (!documentHasFrame()) return () => undefined;
  let frame: HTMLIFrameElement | null = null;
  let isReady = false;
  let reported: string | null = null;

  const remove = () => {
    frame?.remove();
    frame = null;
    isReady = false;
    reported = null;
  };
  const follow = () => {
    if (analyticsConsent.get() !== 'on' || !mayNotifyContainer(location.pathname)) return remove();
    frame ??= addFrame();
    const page = presentPage();
    if (!isReady || page === null || page.address === reported) return;
    reported = page.address;
    // A frame without an origin cannot be named. Nobody but us can have put a document into it.
    frame.contentWindow?.postMessage(page, '*');
  };
  const ready = ({ source, data }: MessageEvent) => {
    if (frame === null || source !== frame.contentWindow || data !== 'analytics-frame') return;
    isReady = true;
    follow();
  };

  addEventListener('message', ready);
  // Every screen writes title and head, also when they are the same.
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
