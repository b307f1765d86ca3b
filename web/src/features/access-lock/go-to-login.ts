import { addToast } from '../../lib/toasts.ts';
import { navigate } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { rememberOrigin } from '../../sign-in/origin-address.ts';

/**
 * Sends a visitor to the auth screen; after signing in they return to the present page.
 *
 * @param why the reason, where the page does not show it
 */
export function goToLogin(why?: string): void {
  if (why !== undefined) addToast({ type: 'info', message: why });
  rememberOrigin();
  navigate(urls.auth());
}
