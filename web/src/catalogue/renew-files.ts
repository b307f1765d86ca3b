import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { namesOld, noteFileAddresses, SIGNED_PART, withNewest, withOldTexts } from './file-addresses.ts';

/** How often a visible page checks whether addresses in it have expired, ms. */
const CHECK_INTERVAL_MS = 60_000;

/** Attributes by which elements name files. */
const NAMES = ['src', 'srcset', 'href'] as const;
const NAMING = NAMES.map((name) => `[${name}*="${SIGNED_PART}"]`).join();

let cache: QueryClient | null = null;
let underWay: Promise<void> | null = null;

/**
 * Renews the addresses of files of locked content on a page that stays open longer than they are valid: in links, and in
 * pictures that are not loaded yet or failed. Loaded pictures are left alone.
 */
export function startRenewingFileAddresses(client: QueryClient): void {
  cache = client;
  for (const { state } of client.getQueryCache().getAll()) noteFileAddresses(JSON.stringify(state.data ?? ''));
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({
    ...defaults,
    queries: {
      ...defaults.queries,
      structuralSharing(old, data) {
        noteFileAddresses(JSON.stringify(data ?? ''));
        return replaceEqualDeep(old, withOldTexts(old, data));
      },
    },
  });
  const check = () => {
    if (document.visibilityState === 'visible' && needing().some(isOld)) void renew();
  };
  setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', check);
  // Both in the capture phase: errors do not bubble, and links would be followed first.
  addEventListener('error', ({ target }) => isPicture(target) && isOld(target) && void renew(), true);
  addEventListener('click', (event) => openRenewed(event), true);
}

/** The newest address of a file whose address has expired; the same one where there is none. */
export async function renewed(address: string): Promise<string> {
  if (namesOld(withNewest(address))) await refetch();
  return withNewest(address);
}

async function renew(): Promise<void> {
  renewElements();
  if (!needing().some(isOld)) return;
  await refetch();
  renewElements();
}

/** Refetches what is on screen and contains such files; simultaneous calls share one refetch. */
function refetch(): Promise<void> {
  const names = ({ state }: { state: { data: unknown } }) => JSON.stringify(state.data ?? '').includes(SIGNED_PART);
  underWay ??= (cache?.refetchQueries({ type: 'active', predicate: names }) ?? Promise.resolve()).finally(() => {
    underWay = null;
  });
  return underWay;
}

function renewElements(): void {
  for (const element of needing())
    for (const name of NAMES) {
      const old = element.getAttribute(name);
      const now = old === null ? null : withNewest(old);
      if (now !== null && now !== old) element.setAttribute(name, now);
    }
}

const isPicture = (target: unknown): target is HTMLImageElement => target instanceof HTMLImageElement;

/** Links, and pictures that are not loaded. Films renew their own addresses. */
function needing(): Element[] {
  return [...document.querySelectorAll(NAMING)].filter((element) =>
    isPicture(element) ? !element.complete || element.naturalWidth === 0 : element instanceof HTMLAnchorElement,
  );
}

const isOld = (element: Element): boolean => NAMES.some((name) => namesOld(element.getAttribute(name) ?? ''));

function openRenewed(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || event.defaultPrevented || !isOld(link)) return;
  event.preventDefault();
  event.stopPropagation();
  void renewed(link.href).then((address) => {
    if (link.download === '') return location.assign(address);
    link.href = address;
    // The name of a download is the link's, not the address's.
    link.click();
  });
}
