import { navigate } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { rememberOrigin } from '../../sign-in/origin-address.ts';

/** Sends a visitor to the auth screen; after signing in they return to the present page. */
export function goToLogin(): void {
  rememberOrigin();
  navigate(urls.auth());
}
