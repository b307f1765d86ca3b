import type { PageReload } from './lib/reload-once.ts';

/**
 * A script of its own beside the entry: it reloads the page when files of it came empty or broken, also where the entry is
 * one of them, so that no other code runs. It imports nothing, because a shared file could be the broken one.
 */
const RELOADED = 'reloaded';
/** What a learner has typed; a copy of the selector in lib/reload-once.ts, which a test compares. */
const TYPED = ':read-write:not([type=search]):is(:user-valid,:user-invalid,:focus)';

let isLeaving = false;

const mayReload = (): boolean => document.querySelector(TYPED) === null && sessionStorage.getItem(RELOADED) === null;

/** A reload takes scripts from the browser's cache, where the empty ones may be. */
async function fetchEmptyFilesAgain(): Promise<void> {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const empty = files.filter(({ name, decodedBodySize }) => decodedBodySize === 0 && name.includes('/assets/'));
  await Promise.allSettled(empty.map(({ name }) => fetch(name, { cache: 'reload' })));
}

async function now(): Promise<void> {
  await fetchEmptyFilesAgain();
  isLeaving = true;
  location.reload();
}

async function once(): Promise<boolean> {
  if (isLeaving) return true;
  if (!mayReload() || !(await fetch('/health/live')).ok) return false;
  // Meanwhile another script may have reloaded, or a learner may have started typing.
  if (isLeaving) return true;
  if (!mayReload()) return false;
  // Throws where nothing can be stored: reloading could repeat for ever.
  sessionStorage.setItem(RELOADED, '1');
  await now();
  return true;
}

const reload: PageReload = { now, once: () => once().catch(() => false) };
Object.assign(window, { pageReload: reload });

function checkStart(): void {
  if ('started' in document.documentElement.dataset) return;
  notice?.removeAttribute('hidden');
  void reload.once().then((isLeft) => (isLeft ? undefined : fetchEmptyFilesAgain()));
}

const notice = document.getElementById('incomplete');
notice?.querySelector('a')?.addEventListener('click', (event) => {
  event.preventDefault();
  void now();
});
if (document.readyState === 'complete') checkStart();
else addEventListener('load', checkStart);
