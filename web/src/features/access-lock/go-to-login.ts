import { navigate } from '../../lib/location.tsx';
import { rememberOrigin } from '../../sign-in/origin-address.ts';
import { urls } from '../../urls.ts';

/** Leads a visitor to the auth screen; after signing in he comes back to the page he is on. */
export function goToLogin(): void {
  rememberOrigin();
  navigate(urls.auth());
}
