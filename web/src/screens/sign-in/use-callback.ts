import { splitLanguage, withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { useEffect, useState } from 'react';
import { pageRuntime } from '../../lib/runtime.tsx';
import { navigate } from '../../navigation/location.tsx';
import { callbackQuery, finishSignIn } from '../../sign-in/finish-sign-in.ts';
import { takeOrigin } from '../../sign-in/own-address.ts';
import { readSession } from '../../sign-in/session.ts';
import { SignInError, type SignInReason } from '../../sign-in/sign-in-error.ts';
import { inLanguageOfPerson, languageOfOrigin } from './language-of-person.ts';

let finishing: Promise<string | null> | null = null;

/** Labs, pages beside an analytics frame, and those in another language are documents of their own. */
function goOn(address: string): void {
  const { pathname } = new URL(address, location.origin);
  const isOtherLanguage = splitLanguage(pathname).language !== currentLanguage();
  if (pageRuntime().config.analytics || isOtherLanguage || pathname.endsWith('/lab')) location.replace(address);
  else navigate(address, { replace: true });
}

/** The provider logged in another account than that of the typed address. */
export interface OtherAccount {
  email: string;
  /** True continues with it, false logs in again. */
  answer: (goOn: boolean) => void;
}

/**
 * Completes the sign-in of the address and returns to where it was started.
 * @returns `reason`: why it did not succeed; `other`: what the learner is asked; both null while it runs
 */
export function useCallback(): { reason: SignInReason | null; other: OtherAccount | null } {
  const [reason, setReason] = useState<SignInReason | null>(null);
  const [other, setOther] = useState<OtherAccount | null>(null);
  const ask = (email: string) =>
    new Promise<boolean>((resolve) => {
      const answer = (goOn: boolean) => {
        setOther(null);
        resolve(goOn);
      };
      setOther({ email, answer });
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the first render
  useEffect(() => {
    const language = languageOfOrigin();
    if (language !== currentLanguage()) {
      location.replace(withLanguage(location.pathname, language) + callbackQuery());
      return;
    }
    // A code counts once: rendering twice must not exchange it twice.
    finishing ??= finishSignIn(callbackQuery(), ask);
    finishing.then(
      (address) => {
        finishing = null;
        if (address !== null) void inLanguageOfPerson(address).then(goOn);
      },
      (failure: unknown) => {
        finishing = null;
        console.warn('Signing in failed', failure);
        // No error is shown to people who are signed in already, by another tab or from before.
        if (readSession().isAuthenticated) goOn(takeOrigin());
        else setReason(failure instanceof SignInError ? failure.reason : 'refused');
      },
    );
  }, []);
  return { reason, other };
}
