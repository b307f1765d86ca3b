import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createStore, type Store } from '../../lib/store.ts';
import type { VideoPlace } from '../../progress/video-place.ts';
import { isPlayedOn, isWatched, type Spans, shareOf, withSpan } from './coverage.ts';
import type { Moment } from './player.ts';
import { keepSpans, storedSpans } from './watched-spans.ts';

/** How often the position is saved while a film plays, seconds of the film. */
const KEPT_EVERY = 5;

interface Watching {
  /** Handler of the player's events. */
  at(moment: Moment): void;
  /** The second that the film is at. */
  second: Store<number>;
  /** Whole percent of the film that was played; 0 for visitors. */
  watched: number;
}

/**
 * Follows a film: saves the learner's position on the server, adds up what was played, and completes the lesson when all
 * of it was played and its author wants that.
 * @param place null for visitors: no position is saved
 */
export function useWatching(place: VideoPlace | null): Watching {
  const latest = useRef(place);
  latest.current = place;
  const film = place?.film ?? null;
  const spans = useRef<Spans>([]);
  const last = useRef<Moment | null>(null);
  const kept = useRef<number | null>(null);
  const isDone = useRef(false);
  const [watched, setWatched] = useState(0);
  const second = useMemo(() => createStore(0), []);

  useEffect(() => {
    spans.current = film === null ? [] : storedSpans(film);
    isDone.current = false;
  }, [film]);

  const keep = useCallback(() => {
    const { current: of } = latest;
    if (last.current === null || of === null) return;
    const seconds = Math.floor(last.current.seconds);
    if (seconds === kept.current) return;
    kept.current = seconds;
    of.keep(seconds);
    keepSpans(of.film, spans.current);
  }, []);

  const at = useCallback(
    (moment: Moment) => {
      const before = last.current;
      last.current = moment;
      second.set(Math.floor(moment.seconds));
      kept.current ??= Math.floor(moment.seconds);
      if (before?.isPlaying && isPlayedOn(before.seconds, moment.seconds, moment.speed))
        spans.current = withSpan(spans.current, before.seconds, moment.seconds);
      if (latest.current === null) return;
      const share = shareOf(spans.current, moment.duration);
      setWatched(Math.floor(share * 100));
      if (moment.isPlaying ? Math.abs(moment.seconds - kept.current) >= KEPT_EVERY : before?.isPlaying) keep();
      if (isDone.current || !isWatched(share)) return;
      isDone.current = true;
      latest.current.complete?.();
    },
    [keep, second],
  );

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      if (last.current?.isPlaying) keep();
    };
  }, [keep]);
  return { at, second, watched };
}
