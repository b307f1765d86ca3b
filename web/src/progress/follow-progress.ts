import { PROGRESS_VERSION_INTERVAL_MS } from '@academy/contract/constants';
import type { QueryClient } from '@tanstack/react-query';
import { FAVORITES } from '../api/favorites-cache.ts';
import { fetchProgressVersion } from '../api/progress.ts';
import { OVERLAY } from '../overlay/pending-store.ts';
import { currentOwner, sessionStore } from '../sign-in/session.ts';

const CHANNEL = 'progress';
/** Polling stops after this time without activity, and resumes with the next, ms. */
const IDLE_MS = 5 * 60_000;
/** Longest pause after failed polls, ms. */
const MAX_PAUSE_MS = 60_000;
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const;

let channel: BroadcastChannel | null = null;

/** Notifies the other tabs of this browser that the server has new progress. */
export function notifyOtherTabs(): void {
  channel?.postMessage(currentOwner());
}

/**
 * Keeps the learner's state in step with other tabs, by messages, and with other devices, by polling the progress version
 * every few seconds while the page is visible and used. @returns stops it
 */
export function followProgress(client: QueryClient): () => void {
  let known: string | null = null;
  let knownOwner = currentOwner();
  let lastTouched = performance.now();
  let isPolling = false;
  let failures = 0;
  let quietUntil = 0;

  const refetch = () => {
    void client.invalidateQueries({ queryKey: [OVERLAY] });
    void client.invalidateQueries({ queryKey: [FAVORITES] });
  };
  const poll = async () => {
    const isWatched = document.visibilityState === 'visible' && performance.now() - lastTouched < IDLE_MS;
    if (
      isPolling ||
      performance.now() < quietUntil ||
      !isWatched ||
      !navigator.onLine ||
      !sessionStore.get().isAuthenticated
    )
      return;
    isPolling = true;
    try {
      const owner = currentOwner();
      const version = await fetchProgressVersion();
      if (owner !== currentOwner()) return;
      failures = 0;
      const hasChanged = known !== null && known !== version && knownOwner === owner;
      [known, knownOwner] = [version, owner];
      if (hasChanged) refetch();
    } catch {
      failures += 1;
      quietUntil = performance.now() + Math.min(MAX_PAUSE_MS, PROGRESS_VERSION_INTERVAL_MS * 2 ** failures);
    } finally {
      isPolling = false;
    }
  };
  const touched = () => {
    lastTouched = performance.now();
  };
  const shown = () => {
    if (document.visibilityState !== 'visible') return;
    touched();
    void poll();
  };

  channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  if (channel !== null)
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === currentOwner()) refetch();
    };
  const timer = setInterval(() => void poll(), PROGRESS_VERSION_INTERVAL_MS);
  for (const sign of ACTIVITY_EVENTS) addEventListener(sign, touched, { passive: true, capture: true });
  document.addEventListener('visibilitychange', shown);
  void poll();
  return () => {
    clearInterval(timer);
    channel?.close();
    channel = null;
    for (const sign of ACTIVITY_EVENTS) removeEventListener(sign, touched, { capture: true });
    document.removeEventListener('visibilitychange', shown);
  };
}
