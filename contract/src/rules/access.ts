import type { Entitlements, Locked } from '../entities.ts';

/** The viewer; null for a visitor. */
export type Viewer = { isPro: boolean } | null;

/**
 * The entitlement that a viewer lacks: `auth` needs a session, `pro` a membership, which implies a session. Where the
 * brand says so, a signed-in user satisfies `pro`.
 *
 * @returns the missing tag, `pro` before `auth`; null when open
 */
export function lockOf(entitlements: Entitlements, viewer: Viewer, signedInIsPro: boolean): Locked {
  if (entitlements.view.includes('pro')) {
    if (viewer === null) return signedInIsPro ? 'auth' : 'pro';
    return viewer.isPro || signedInIsPro ? null : 'pro';
  }
  return entitlements.view.includes('auth') && viewer === null ? 'auth' : null;
}
