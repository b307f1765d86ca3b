import { useEffect, useState } from 'react';
import { navigate } from '../../lib/location.tsx';
import { finishSignIn, SignInError } from '../../sign-in/sign-in.ts';

let finishing: Promise<string | null> | null = null;

/**
 * Ends the sign-in that the address belongs to and goes on to where the learner came from.
 * @returns null while it runs, else why it did not succeed
 */
export function useCallback(): SignInError | null {
  const [error, setError] = useState<SignInError | null>(null);
  useEffect(() => {
    // A code counts once: rendering twice must not exchange it twice.
    finishing ??= finishSignIn(location.search);
    finishing.then(
      (address) => {
        finishing = null;
        if (address !== null) navigate(address, { replace: true });
      },
      (failure: unknown) => {
        finishing = null;
        console.warn('Signing in failed', failure);
        setError(failure instanceof SignInError ? failure : new SignInError('refused', String(failure)));
      },
    );
  }, []);
  return error;
}
