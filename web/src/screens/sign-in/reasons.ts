import { signInAway } from '@academy/contract/texts';
import type { SignInReason } from '../../sign-in/sign-in-error.ts';

/** Messages about a sign-in that failed. */
export const REASONS: Record<SignInReason, string> = {
  cancelled: 'You came back before you were logged in. Nothing has changed.',
  refused: 'The log-in could not be confirmed. This happens when it took too long or was begun in another tab.',
  unreachable: signInAway,
  'no-code': 'This page ends a log-in, but none was under way.',
  'no-storage':
    'Your browser does not let this site keep anything, so you cannot log in. Allow cookies and site data for this site, or free some space, and try again.',
  unsupported: 'Your browser cannot log in at this address. Open the site with https, or in a newer browser.',
};
