import { LoadingScreen } from '../../shell/loading-overlay.tsx';
import { useSignOut } from './use-sign-out.ts';

export const head = () => ({ title: 'Log out', noIndex: true });

export default function SignOutScreen() {
  useSignOut();
  return <LoadingScreen />;
}
