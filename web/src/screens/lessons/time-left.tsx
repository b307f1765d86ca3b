import type { Attempt } from '@academy/contract/knowledge-checks';
import { Timer } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { attemptTexts } from './attempt-texts.ts';
import css from './time-left.module.css';

/** Minutes before the end at which it is said aloud. */
const SAID = [10, 5, 1];

/** The time that is left of an attempt, counted from what the server said; nothing for one without an end. */
export function TimeLeft({ attempt, onEnd }: { attempt: Attempt; onEnd: () => void }) {
  // By a clock that nobody sets.
  const end = useMemo(
    () => (attempt.secondsLeft == null ? null : performance.now() + attempt.secondsLeft * 1000),
    [attempt],
  );
  const [now, setNow] = useState(() => performance.now());
  const left = end === null ? null : Math.max(0, Math.round((end - now) / 1000));
  const isOver = left === 0;
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (end === null) return;
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [end]);
  useEffect(() => {
    if (isOver) ended();
  }, [isOver]);
  if (left === null) return null;
  const minutes = SAID.findLast((one) => left <= one * 60);
  return (
    <p className={css.timeLeft} data-short={left <= 60}>
      <Timer aria-hidden="true" />
      {attemptTexts.timeLeft({ time: clockText(left) })}
      <span className="sr-only" role="status">
        {minutes !== undefined && attemptTexts.minutesLeft({ count: minutes })}
      </span>
    </p>
  );
}

/** `9:05`, `1:00:00`. */
function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
