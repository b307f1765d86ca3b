import { showIncomplete } from './incomplete.ts';
import { reach } from './reachability.ts';

/** Links whose styles could not be fetched, or are empty. The bundler's loader requests each file only once. */
const broken = new Set<HTMLLinkElement>();
/** A file that is still missing after so many requests is given up; the page says that parts of it are missing. */
const MAX_TRIES = 3;
const tries = new Map<string, number>();

if (!import.meta.env.SSR) for (const type of ['load', 'error']) document.addEventListener(type, note, true);

function note({ type, target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  if (type === 'error' || !target.sheet?.cssRules.length) broken.add(target);
}

/** Requests styles that are missing once more, past the browser's cache; while the academy is unreachable that waits. */
export async function repairStyles(): Promise<void> {
  if (reach.get() !== 'reached' || !navigator.onLine) return;
  const links = [...broken].filter(({ href }) => (tries.get(href) ?? 0) < MAX_TRIES);
  broken.clear();
  await Promise.all(links.map(replace));
}

async function replace(link: HTMLLinkElement): Promise<void> {
  tries.set(link.href, (tries.get(link.href) ?? 0) + 1);
  await fetch(link.href, { cache: 'reload' }).catch(() => undefined);
  const next = link.cloneNode() as HTMLLinkElement;
  const settled = new Promise<void>((done) => {
    next.onload = next.onerror = () => done();
  });
  link.replaceWith(next);
  await settled;
  if (broken.has(next)) showIncomplete();
}
