import { useEffect, useState } from 'react';
import { useConfig } from '../../lib/runtime.tsx';
import { navigate } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { storedOrigin, takeOrigin } from '../../sign-in/own-address.ts';
import { useSession } from '../../sign-in/session.ts';
import type { SignInOptions } from '../../sign-in/sign-in.ts';
import { SignInError, type SignInReason } from '../../sign-in/sign-in-error.ts';
import { usableAccessToken } from '../../sign-in/stored-tokens.ts';

export interface Auth {
  /** What the field holds at first. */
  email: string;
  /** The e-mail form was sent: on to the provider with that login, or to registration. */
  enter: (email: string) => Promise<void>;
  /** 'Create Your Free Account'. */
  register: (email?: string) => void;
  isPending: boolean;
  /** What is wrong with the address. */
  fieldError: string | null;
  /** Why the provider cannot be reached. */
  problem: SignInReason | null;
  /** Registration was opened in a new tab, or the browser blocked that: its address, for the link on the page. */
  registration: { url: string; blocked: boolean } | null;
  /** A rate-limited lookup; null: none. */
  waiting: Waiting | null;
  /** Continues to the provider without waiting for the lookup. */
  skipWait: (waiting: Waiting) => void;
  /** Another address is being typed. */
  stopWait: () => void;
}

/** An address that is to be looked up again. */
export interface Waiting {
  address: string;
  seconds: number;
}

let leaving = false;

/** Both are loaded while the page is read. */
const wayOut = () => import('../../sign-in/sign-in.ts');
const lookUp = () => import('./email-rule.ts');

/** What the auth screen does. */
export function useAuth(): Auth {
  const { registrationUrl, endpoints } = useConfig();
  /** Another provider may have no registration, or have it behind its own log-in page: then everybody is sent there. */
  const hasRegistration = registrationUrl !== null || endpoints?.register !== false;
  const { status } = useSession();
  const [email, setEmail] = useState('');
  const [isPending, setPending] = useState(false);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [problem, setProblem] = useState<SignInReason | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [registration, setRegistration] = useState<Auth['registration']>(null);
  // Kept in memory as well: the tab of the registration takes the stored one.
  const [origin] = useState(() => (import.meta.env.SSR ? null : storedOrigin()));

  const leave = async (options: SignInOptions) => {
    if (leaving) return;
    leaving = true;
    setProblem(null);
    try {
      await (await wayOut()).signIn(options);
    } catch (failure) {
      console.warn('Signing in failed', failure);
      // Without a network its file cannot be loaded.
      setProblem(failure instanceof SignInError ? failure.reason : 'unreachable');
    }
    leaving = false;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the first render
  useEffect(() => {
    Promise.all([wayOut(), lookUp()]).catch(() => undefined);
    // Read here and not by the route: the page is the same for everybody.
    const asked = new URLSearchParams(location.search);
    const given = asked.get('email') ?? '';
    if (given !== '') {
      // The form was submitted before hydration: browsers put its field into the address.
      setEmail(given);
      if (!asked.has('register')) navigate(urls.auth(), { replace: true });
    }
    // The tab that `register` opens goes straight on to the provider.
    if (asked.has('register') && usableAccessToken() === null) void leave({ register: true, loginHint: given });
  }, []);

  // Already signed in, here or by another tab: goes on.
  useEffect(() => {
    if (status === 'signed-in' && !leaving) navigate(takeOrigin(origin), { replace: true });
  }, [status, origin]);

  const register = (typed = '') => {
    if (!hasRegistration) return void leave({ loginHint: typed });
    const url = registrationUrl ?? urls.register(typed);
    const tab = window.open(url, '_blank');
    // Not by `noopener`: the call would not tell whether the browser blocked the tab.
    if (tab !== null) tab.opener = null;
    setRegistration({ url, blocked: tab === null });
  };
  const enter = async (typed: string) => {
    setPending(true);
    setFieldError(null);
    setWaiting(null);
    // Without a network the address is passed on as typed: the provider validates it again.
    const rule = await lookUp().catch(() => null);
    const { address, problem: wrong } = rule?.checkEmail(typed) ?? { address: typed.trim(), problem: null };
    setFieldError(wrong);
    if (wrong === null) {
      const found = (await rule?.findLogin(address)) ?? { login: null };
      if ('retryAfter' in found) setWaiting({ address, seconds: found.retryAfter });
      else if (found.login === null && hasRegistration) register(address);
      else await leave({ loginHint: found.login ?? address });
    }
    setPending(false);
  };
  const stopWait = () => setWaiting(null);
  const skipWait = ({ address }: Waiting) => {
    stopWait();
    void leave({ loginHint: address });
  };
  return { email, enter, register, isPending, fieldError, problem, registration, waiting, skipWait, stopWait };
}
