import { type ComponentType, createElement, lazy, memo, Suspense } from 'react';
import { BrokenFileError } from './broken-file.ts';
import { showIncomplete } from './incomplete.ts';
import { reloadOnce } from './reload-once.ts';

/** Loads of parts that screens need in any case. */
const ahead: (() => Promise<unknown>)[] = [];
/** Loads that are under way or done. */
const begun = new Set<Promise<unknown>>();

/** The pause after a failed request grows by this, ms; it ends when the network is back. */
const AGAIN_MS = 10_000;
/** After this many failed requests the page is reloaded, once per session. */
const TRIES_BEFORE_RELOAD = 3;

/** For a page that is being left. */
export const never = new Promise<never>(() => undefined);

/**
 * Loads until it works: what is missing for a while must not take down the page around it. A file that came broken cannot
 * be loaded again without a reload; when there has been one, the page stays as it is and says that parts are missing.
 */
export async function insist<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      const isBroken = error instanceof BrokenFileError;
      if (isBroken || tries === TRIES_BEFORE_RELOAD) {
        if (await reloadOnce()) return never;
        showIncomplete();
      }
      if (isBroken) return never;
      await new Promise((again) => {
        addEventListener('online', again, { once: true });
        setTimeout(again, AGAIN_MS * tries);
      });
    }
  }
}

interface LazyPartOptions {
  /** False for what few pages show: it is loaded when it is shown, not together with its screen. Default true. */
  withScreen?: boolean;
}

/**
 * A part of a page whose code comes after the page has woken up: the server renders it, the browser leaves it as it is
 * until its code is here, however long that takes. Put it into a `<Suspense>` of its own, and give it props that do not change before that: a
 * change would throw away what the server has rendered.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { withScreen = true }: LazyPartOptions = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  let chosen: ComponentType<Props> | null = null;
  const once = () => {
    if (loading === null) {
      loading = load().then((component) => {
        loaded = component;
        return component;
      });
      begun.add(loading);
      // A file that could not be fetched is asked for again.
      loading.catch(() => {
        loading = null;
      });
    }
    return loading;
  };
  if (withScreen) ahead.push(once);
  const waiting = lazy(async () => ({ default: await insist(once) }));
  // Chosen once and kept, or the part would be mounted anew (web-stack pitfall 8).
  return function LazyPart(props: Props) {
    chosen ??= loaded ?? (waiting as unknown as ComponentType<Props>);
    return createElement(chosen, props);
  };
}

/** A part that has no props: what the server has rendered stands, whatever happens around it, until its code is here. */
export function standingPart(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  const Part = lazyPart(load);
  return memo(() => createElement(Suspense, null, createElement(Part)));
}

/** Loads the parts of all screens that are here: before the server renders, and before a navigation shows a screen. */
export async function loadParts(): Promise<void> {
  await Promise.all(ahead.map((load) => load()));
}

/** Resolves when the parts that the page shows are here, whether they could be loaded or not. */
export async function partsSettled(): Promise<void> {
  await Promise.allSettled([...ahead.map((load) => load()), ...begun]);
}
