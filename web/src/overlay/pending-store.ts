import { createStore } from '../lib/store.ts';
import type { PendingEvent } from './overlay.ts';

/** First part of the keys of overlay queries. */
export const OVERLAY = 'overlay';

/**
 * Progress that the server has not acknowledged: kept in localStorage per user and academy, so that a reload, a lost
 * network or a closed tab loses nothing, and sent until the server has answered (pending-progress.ts). Every event has a
 * key made here, so sending it twice counts once.
 */
export const pendingStore = createStore<readonly PendingEvent[]>([]);

/** True while what is pending cannot be sent: no network, no session, a server in trouble. */
export const waitingStore = createStore(false);
