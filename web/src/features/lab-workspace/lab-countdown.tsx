import { countdownText, minutesWarned } from '@academy/contract/rules/lab-countdown';
import { AlarmClockPlus, Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './lab-frame.module.css';
import { runningLabTexts } from './running-lab-texts.ts';

/**
 * Seconds left, counted down here between two replies of the server; null while unknown.
 *
 * @param given the server's number; `answer` is the reply that it came with
 */
export function useSecondsLeft(given: number | null, answer: object): number | null {
  const [left, setLeft] = useState(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply restarts the countdown, also with the same number
  useEffect(() => {
    setLeft(given);
    if (given === null) return;
    const since = performance.now();
    const timer = setInterval(() => setLeft(Math.max(0, given - (performance.now() - since) / 1000)), 1_000);
    return () => clearInterval(timer);
  }, [answer]);
  return left;
}

/** How long a lab still runs; ten, five and one minute before its end screen readers announce it. */
export function LabCountdown({ seconds }: { seconds: number | null }) {
  const minutes = seconds === null ? null : minutesWarned(seconds);
  return (
    <>
      {seconds !== null && (
        <p
          className={css.countdown}
          data-warned={minutes ?? undefined}
          role="timer"
          aria-label={runningLabTexts.timeLeft}
        >
          <Hourglass aria-hidden="true" />
          {countdownText(seconds)}
        </p>
      )}
      <p className="sr-only" role="status">
        {minutes !== null && runningLabTexts.endsIn({ minutes })}
      </p>
    </>
  );
}

/** The button that extends the lab. */
export function ExtendLabButton({ onClick }: { onClick: () => void }) {
  return (
    <Button aria-label={runningLabTexts.extend} onClick={onClick}>
      <AlarmClockPlus aria-hidden="true" />
      <span>{runningLabTexts.extend}</span>
    </Button>
  );
}
