import { type ReactNode, useEffect } from 'react';
import { useMe } from '../api/people.ts';
import { showAccessDenied } from '../lib/dialogs.ts';
import { navigate } from '../lib/location.tsx';
import { rememberOrigin } from '../sign-in/origin-address.ts';
import { useSession } from '../sign-in/session.ts';
import { storedTokens } from '../sign-in/tokens.ts';
import { LoadingScreen } from './loading-overlay.tsx';

/** Shows a screen to those who may see it and sends the others on. */
export default function Guarded({ guard, children }: { guard: 'user' | 'admin'; children: ReactNode }) {
  const { status } = useSession();
  const me = useMe();
  const denied = guard === 'admin' && me !== null && !me.isAdmin;
  useEffect(() => {
    // While the page hydrates everybody looks signed out; the storage knows better.
    if (status === 'signed-out' && storedTokens() === null) {
      rememberOrigin();
      navigate('/auth', { replace: true });
    } else if (denied) {
      showAccessDenied();
      navigate('/', { replace: true });
    }
  }, [status, denied]);
  const allowed = status === 'signed-in' && (guard === 'user' || me?.isAdmin === true);
  return allowed ? children : <LoadingScreen />;
}
