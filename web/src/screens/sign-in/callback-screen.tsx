import { LoadingScreen } from '../../shell/loading-overlay.tsx';
import { urls } from '../../urls.ts';
import { useCallback } from './use-callback.ts';

export default function CallbackScreen() {
  const error = useCallback();
  if (error === null) return <LoadingScreen />;
  return (
    <>
      <h1>Signing in did not work</h1>
      <p>{error.message}</p>
      <a href={urls.auth()}>Try again</a>
      <a href={urls.home()}>Home</a>
    </>
  );
}
