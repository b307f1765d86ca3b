import type { ScreenModule } from '../lib/screen.ts';

/**
 * Screens that only signed-in people see, by the names that the route table has for them. What their files need is listed
 * here, so that public pages do not carry it.
 */
const OWN_SCREENS = {
  certificates: () => import('./certificates/certificates-screen.tsx'),
  review: () => import('./reviews/review-screen.tsx'),
  emails: () => import('./managed-emails/managed-emails-screen.tsx'),
  account: () => import('./account/account-screen.tsx'),
};
export type OwnScreenName = keyof typeof OWN_SCREENS;

/** Loads the file of a screen. */
export const loadOwnScreen = (name: OwnScreenName): Promise<ScreenModule> =>
  OWN_SCREENS[name]() as Promise<ScreenModule>;
