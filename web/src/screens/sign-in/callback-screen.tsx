import { lazy } from 'react';
import { LoadingScreen } from '../../shell/loading-screen.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { useCallback } from './use-callback.ts';

export const head = () => ({ title: signInTexts.signingIn, noIndex: true });

/** Seldom needed, so it is fetched when it is. */
const CallbackProblem = lazy(() => import('./callback-problem.tsx'));
const OtherAccountQuestion = lazy(() => import('./other-account.tsx'));

/** The redirect target of the identity provider: a spinner while the sign-in is completed, else an explanation and links. */
export default function CallbackScreen() {
  const { reason, other } = useCallback();
  if (other !== null) return <OtherAccountQuestion {...other} />;
  return reason === null ? <LoadingScreen /> : <CallbackProblem reason={reason} />;
}
