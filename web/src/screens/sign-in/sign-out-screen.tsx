import { LoadingScreen } from '../../shell/loading-overlay.tsx';
import { useSignOut } from './use-sign-out.ts';

export default function SignOutScreen() {
  useSignOut();
  return <LoadingScreen />;
}
