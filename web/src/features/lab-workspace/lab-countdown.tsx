import { countdownText, minutesWarned } from '@academy/contract/rules/lab-countdown';
import { AlarmClockPlus, Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './lab-frame.module.css';

/**
 * Seconds that are left, counted here between two answers of the server; null while nobody tells.
 *
 * @param told by the server, with the answer it came with
 */
export function useSecondsLeft(told: number | null, answer: object): number | null {
  const [left, setLeft] = useState(told);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts anew, also with the same number
  useEffect(() => {
    setLeft(told);
    if (told === null) return;
    const since = performance.now();
    const timer = setInterval(() => setLeft(Math.max(0, told - (performance.now() - since) / 1000)), 1_000);
    return () => clearInterval(timer);
  }, [answer]);
  return left;
}

/** How long a lab still runs; ten, five and one minute before its end it is said aloud. */
export function LabCountdown({ seconds }: { seconds: number | null }) {
  const minutes = seconds === null ? null : minutesWarned(seconds);
  return (
    <>
      {seconds !== null && (
        <p className={css.countdown} data-warned={minutes ?? undefined} role="timer" aria-label="Time left">
          <Hourglass aria-hidden="true" />
          {countdownText(seconds)}
        </p>
      )}
      <p className="sr-only" role="status">
        {minutes !== null && `The lab ends in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`}
      </p>
    </>
  );
}

/** Asks for more time. */
export function ExtendLabButton({ onClick }: { onClick: () => void }) {
  return (
    <Button aria-label="Extend" onClick={onClick}>
      <AlarmClockPlus aria-hidden="true" />
      <span>Extend</span>
    </Button>
  );
}
