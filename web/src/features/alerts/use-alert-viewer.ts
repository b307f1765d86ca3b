import { useMe } from '../../api/people.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useSession } from '../../sign-in/session.ts';
import type { AlertViewer } from './alert-view.ts';

/** The viewer of alerts. `settled` is false until session and rights are known. */
export function useAlertViewer(): AlertViewer & { settled: boolean } {
  const { status, isAuthenticated } = useSession();
  const { signedInIsPro } = useTenant();
  const me = useMe();
  const seemsSignedIn = () => 'signedIn' in document.documentElement.dataset;
  return {
    signedIn: isAuthenticated,
    isPro: isAuthenticated && (signedInIsPro || me?.isPro === true),
    settled: !import.meta.env.SSR && (status === 'signed-out' ? !seemsSignedIn() : me !== null),
  };
}
