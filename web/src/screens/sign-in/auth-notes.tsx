import { useEffect, useState } from 'react';
import { joined } from '../../i18n/joined.ts';
import { Button } from '../../ui/button.tsx';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in-texts.ts';
import type { Auth, Waiting } from './use-auth.ts';

/** People who share a network do not all come back in the same moment, seconds. */
const SPREAD = 2;

/**
 * Messages of the auth screen: after registration was opened, while a lookup is rate limited, or when the provider cannot
 * be reached.
 */
export function AuthNotes({ problem, registration, waiting, enter, skipWait }: Auth) {
  return (
    <>
      {problem !== null && problem !== 'unreachable' && (
        <p className={`${css.note} ${css.problem}`}>{signInTexts[problem]}</p>
      )}
      {waiting !== null && <LookupWait waiting={waiting} onEnd={enter} onSkip={skipWait} />}
      {registration !== null && (
        <p className={css.note}>
          {joined(
            signInTexts[registration.blocked ? 'registrationBlocked' : 'registrationOpened']({
              link: (words) => (
                <a href={registration.url} target="_blank" rel="noopener">
                  {words}
                </a>
              ),
            }),
          )}
        </p>
      )}
    </>
  );
}

interface LookupWaitProps {
  waiting: Waiting;
  onEnd: (address: string) => void;
  onSkip: (waiting: Waiting) => void;
}

/** Counts down to the next lookup of an address, and offers to continue without one. */
function LookupWait({ waiting, onEnd, onSkip }: LookupWaitProps) {
  const [pause] = useState(() => waiting.seconds + Math.round(Math.random() * SPREAD));
  const [left, setLeft] = useState(pause);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one countdown for as long as this is shown
  useEffect(() => {
    // By the clock: browsers slow down the timers of tabs in the background.
    const end = Date.now() + pause * 1_000;
    const timer = setInterval(() => {
      const rest = Math.ceil((end - Date.now()) / 1_000);
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(timer);
      onEnd(waiting.address);
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={`${css.note} ${css.wait}`}>
      <p>
        {joined(
          signInTexts.waiting({
            seconds: left,
            // Screen readers announce the sentence once, not every second.
            time: (words) => <span aria-hidden="true">{words}</span>,
          }),
        )}
      </p>
      <Button onClick={() => onSkip(waiting)}>{signInTexts.skipWaiting}</Button>
    </div>
  );
}
