import { navigate } from '../../lib/location.tsx';
import { addToast } from '../../lib/toasts.ts';
import { rememberOrigin } from '../../sign-in/origin-address.ts';
import { urls } from '../../urls.ts';

/**
 * Leads a visitor to the auth screen; after signing in he comes back to the page he is on.
 *
 * @param why what for, where the page has not said it
 */
export function goToLogin(why?: string): void {
  if (why !== undefined) addToast({ type: 'info', message: why });
  rememberOrigin();
  navigate(urls.auth());
}
