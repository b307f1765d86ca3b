import type { Video } from '@academy/contract/lessons';
import { Play } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { videoSource } from '../../catalogue/video-source.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useConfig } from '../../lib/runtime.tsx';
import type { VideoPlace } from '../../progress/video-place.ts';
import { Button } from '../../ui/button.tsx';
import { useIsReady } from '../../ui/ready.tsx';
import { Film } from './film.tsx';
import type { Player } from './player.ts';
import { useWatching } from './use-watching.ts';
import css from './video-box.module.css';
import { clockTime, insteadOf, startOf } from './video-place.ts';
import { videoTexts } from './video-texts.ts';

/** Shown once the page is hydrated, and where a film has captions. */
const Transcript = lazyComponent(
  () => import('./transcript.tsx'),
  (file) => file.Transcript,
);

/** Shown once play was pressed. */
const PlayerFrame = lazyComponent(
  () => import('./player-frame.tsx'),
  (file) => file.PlayerFrame,
);

interface VideoBoxProps {
  /** Of the place: its size is the owner's. */
  className: string;
  title: string;
  /** Address of the picture that is shown until the video is. */
  poster: string;
  video: Video;
  /** The learner's position; undefined where none is saved. */
  place?: VideoPlace | null;
  /** The alternative text when it cannot be played. */
  text: { transcript: string | null; html: string | null };
}

/** A video with its transcript. Nothing is loaded until the learner presses play. */
export default function VideoBox({ className, title, poster, video, place = null, text }: VideoBoxProps) {
  const instead = insteadOf(text);
  const source = videoSource(video, useConfig());
  const { at, second, watched } = useWatching(place);
  /** Second at which it was started; null: not yet. */
  const [begunAt, setBegunAt] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const player = useRef<Player | null>(null);
  const isReady = useIsReady();
  const events = useMemo(() => ({ at, failed: setFailure }), [at]);
  const left = startOf(place?.seconds ?? null, Number.NaN);
  const seek = (seconds: number) => {
    if (player.current !== null) player.current.seek(seconds);
    else setBegunAt(seconds);
  };
  const again = () => {
    setFailure(null);
    setBegunAt(source.kind === 'frame' ? left : null);
  };
  return (
    <div className={css.video}>
      <div className={className}>
        {failure !== null ? (
          <div className={css.none} role="alert">
            <p>
              {failure} {instead}
            </p>
            <Button onClick={again}>{videoTexts.tryAgain}</Button>
          </div>
        ) : source.kind === 'file' ? (
          <Film
            src={source.src}
            poster={poster}
            tracks={video.tracks}
            left={place?.seconds ?? null}
            events={events}
            player={player}
          />
        ) : source.kind === 'none' ? (
          <p className={css.none}>
            {source.reason} {instead}
          </p>
        ) : begunAt !== null ? (
          <Suspense>
            <PlayerFrame source={source} title={title} start={begunAt} events={events} player={player} />
          </Suspense>
        ) : (
          <>
            <img className={css.poster} src={poster} alt="" loading="lazy" />
            <button
              type="button"
              className={css.play}
              aria-label={videoTexts.play({ title })}
              disabled={!isReady}
              onClick={() => setBegunAt(left)}
            >
              <Play />
            </button>
            {left > 0 && source.provider !== 'brightcove' && (
              <p className={css.resumes}>{videoTexts.continuesAt({ clockTime: clockTime(left) })}</p>
            )}
            <p className={css.note}>{videoTexts.playsFrom({ host: source.host })}</p>
          </>
        )}
      </div>
      {isReady && (
        <div className={`${css.below} no-print`}>
          {watched > 0 && <p className={css.watched}>{videoTexts.watched({ watched })}</p>}
          {video.tracks.length > 0 && (
            <Suspense>
              <Transcript tracks={video.tracks} second={second} onSeek={seek} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
