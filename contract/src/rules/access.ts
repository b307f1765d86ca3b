import type { Entitlements, EntitlementTag, Locked } from '../entities.ts';

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

/**
 * How many of these lessons a viewer lacks Pro membership for.
 *
 * @returns an empty object when there are none, so that list items stay small
 */
export function proLessonsOf(
  lessons: readonly { entitlements: readonly EntitlementTag[] }[],
  viewer: Viewer,
  signedInIsPro: boolean,
): { proLessons?: number } {
  const lacking = lessons.filter(
    ({ entitlements }) => lockOf({ view: [...entitlements] }, viewer, signedInIsPro) === 'pro',
  );
  return lacking.length === 0 ? {} : { proLessons: lacking.length };
}

/** The count of a page for visitors, for this viewer: a member lacks Pro for nothing. */
export function proLessonsFor(ofVisitors: number | undefined, viewer: Viewer, signedInIsPro: boolean) {
  return lockOf({ view: ['pro'] }, viewer, signedInIsPro) === 'pro' ? ofVisitors : undefined;
}
