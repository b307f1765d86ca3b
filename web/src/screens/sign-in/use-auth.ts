import { EmailSchema } from '@academy/contract/email';
import { TEXTS } from '@academy/contract/errors';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { findLogin } from '../../api/people.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { signIn } from '../../sign-in/sign-in.ts';
import { urls } from '../../urls.ts';

export interface Auth {
  /** The e-mail form was sent: on to the provider with that login, or to registration. */
  enter: (email: string) => Promise<void>;
  /** 'Create Your Free Account'. */
  register: (email?: string) => void;
  isPending: boolean;
  /** What is wrong with the address. */
  fieldError: string | null;
  /** Registration was opened in a new tab: its address, for the link that stands on the page. */
  registrationOpened: string | null;
}

let leaving = false;

/** What the auth screen does (decision 2). */
export function useAuth(): Auth {
  const { registrationUrl } = useConfig();
  const [isPending, setPending] = useState(false);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [registrationOpened, setOpened] = useState<string | null>(null);

  // The tab that `register` opens goes straight on to the provider. Read here and not by the route: the page is the same.
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    if (!asked.has('register') || leaving) return;
    leaving = true;
    const loginHint = asked.get('email') ?? '';
    signIn({ register: true, ...(loginHint === '' ? {} : { loginHint }) })
      .catch(() => setFieldError(TEXTS.signInAway))
      .finally(() => {
        leaving = false;
      });
  }, []);

  const register = (email = '') => {
    const url = registrationUrl ?? urls.register(email);
    // Without `noopener` in its features the call would tell whether the tab was blocked; the link helps in any case.
    window.open(url, '_blank', 'noopener');
    setOpened(url);
  };
  const enter = async (given: string) => {
    const parsed = v.safeParse(EmailSchema, given);
    if (!parsed.success) {
      setFieldError(given.trim() === '' ? 'email is a required field' : 'This is not an e-mail address');
      return;
    }
    setFieldError(null);
    setPending(true);
    const login = await findLogin(parsed.output);
    if (login === null) register(parsed.output);
    else await signIn({ loginHint: login }).catch(() => setFieldError(TEXTS.signInAway));
    setPending(false);
  };
  return { enter, register, isPending, fieldError, registrationOpened };
}
