import { STORAGE_KEYS } from '@academy/contract/constants';
import { pageRuntime } from '../lib/runtime.tsx';
import { local } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { type Claims, readClaims } from './claims.ts';
import { storedIdToken, storedTokens } from './stored-tokens.ts';

/**
 * `signed-out`: nobody. `restoring`: a stored session whose access token has expired is being refreshed; show the
 * signed-in look without its data. `signed-in`: calls carry the token.
 */
export type SessionStatus = 'signed-out' | 'restoring' | 'signed-in';

export interface Session {
  status: SessionStatus;
  /** `status === 'signed-in'`: an access token is stored and its expiry lies in the future. */
  isAuthenticated: boolean;
  /** Decoded claims of the id token (of the access token where there is none). */
  claims: Claims | null;
  /** Subject of the claims: whom caches belong to. */
  userId: string | null;
  /** True while the provider cannot be reached and the refresh is tried again. */
  reconnecting: boolean;
}

export const SIGNED_OUT: Session = {
  status: 'signed-out',
  isAuthenticated: false,
  claims: null,
  userId: null,
  reconnecting: false,
};

export const sessionStore = createStore<Session>(SIGNED_OUT);

/** The session. While the page hydrates it is signed out, as the server rendered it. */
export const useSession = (): Session => useStore(sessionStore);

/** Whose data the page shows: of which academy and person. */
export const currentOwner = (): string => `${pageRuntime().tenant.tenantId} ${sessionStore.get().userId}`;

/** Brings the store in line with what is stored. */
export function readSession(reconnecting = sessionStore.get().reconnecting): Session {
  const next = sessionOf(Date.now(), reconnecting);
  // The signed-in look that the start script gave the page.
  if (next.status === 'signed-out') delete document.documentElement.dataset.signedIn;
  const before = sessionStore.get();
  const same =
    before.status === next.status &&
    before.userId === next.userId &&
    before.reconnecting === next.reconnecting &&
    // A refresh may bring another name.
    before.claims?.iat === next.claims?.iat;
  if (!same) sessionStore.set(next);
  return same ? before : next;
}

function sessionOf(now: number, reconnecting: boolean): Session {
  const tokens = storedTokens();
  if (tokens === null) return SIGNED_OUT;
  const status = tokens.expiresAt > now ? 'signed-in' : tokens.refreshToken === null ? 'signed-out' : 'restoring';
  if (status === 'signed-out') return SIGNED_OUT;
  const claims = readClaims(storedIdToken()?.idToken ?? null) ?? readClaims(tokens.accessToken);
  return { status, isAuthenticated: status === 'signed-in', claims, userId: claims?.sub ?? null, reconnecting };
}

const signedOutElsewhere = new Set<() => void>();

/**
 * Calls the listener on a sign-out in another tab, before the session changes here.
 * @returns stops it
 */
export function onSignedOutElsewhere(listener: () => void): () => void {
  signedOutElsewhere.add(listener);
  return () => signedOutElsewhere.delete(listener);
}

/** Other tabs sign in, refresh and sign out, too: follow them. @returns stops following */
export function followOtherTabs(changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    // Only signing out clears everything; what a tab may have noted since is no address for the next person.
    if (event.key === null) {
      local.remove(STORAGE_KEYS.originUri);
      for (const listener of signedOutElsewhere) listener();
    }
    if (event.key === null || event.key === STORAGE_KEYS.accessToken) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
