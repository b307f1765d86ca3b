import { loadScreen } from '../navigation/load-screen.tsx';
import { onNavigation } from '../navigation/location.tsx';
import { mayLoadAhead } from '../navigation/may-load-ahead.ts';
import type { Route } from '../navigation/screen.ts';
import { matchRoute } from '../routes.tsx';
import { ownLink } from './follow-links.ts';

/** Signs of a reader: until then the page itself has the connection to itself. */
const READER_ACTIONS = ['scroll', 'pointermove', 'touchstart', 'keydown'];
/** After the reader's first action on a screen, ms: what it causes comes first. */
const PAUSE_MS = 300;
const MAX_LINKS = 60;
const MAX_SCREENS = 3;

/**
 * Loads the files of the screens that the shown one links to, so that a tap waits for data alone. Data are loaded when a
 * link is pointed at or touched: those of every link in view would multiply the calls of a classroom behind one address.
 */
export function loadScreensAhead(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const act = () => {
    for (const type of READER_ACTIONS) removeEventListener(type, act);
    timer = setTimeout(() => {
      if (mayLoadAhead()) for (const route of screensBehind(document.querySelectorAll('main a[href]'))) load(route);
    }, PAUSE_MS);
  };
  const wait = () => {
    clearTimeout(timer);
    for (const type of READER_ACTIONS) addEventListener(type, act, { passive: true });
  };
  onNavigation(wait);
  wait();
}

/** The first few screens that links lead to, in the order of the links. */
function screensBehind(links: Iterable<Element>): Set<Route> {
  const routes = new Set<Route>();
  let seen = 0;
  for (const link of links) {
    seen += 1;
    if (seen > MAX_LINKS || routes.size === MAX_SCREENS) break;
    const url = ownLink(link);
    const route = url === null ? undefined : matchRoute(url.pathname, url.search)?.route;
    if (route !== undefined && route.guard === null && route.redirect === null) routes.add(route);
  }
  return routes;
}

/** A file that cannot be loaded is loaded again when its screen is opened, which then shows the error. */
const load = (route: Route): void => void loadScreen(route).catch(() => undefined);
