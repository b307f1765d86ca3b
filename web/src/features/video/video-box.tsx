import type { Video } from '@academy/contract/lessons';
import { Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { VideoPlace } from '../../api/video-place.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { videoSource } from '../../lib/video-source.ts';
import { Button } from '../../ui/button.tsx';
import { Film } from './film.tsx';
import type { Player } from './player.ts';
import { PlayerFrame } from './player-frame.tsx';
import { Transcript } from './transcript.tsx';
import { useWatching } from './use-watching.ts';
import late from './video-box.late.module.css';
import { clockTime, insteadOf, startOf } from './video-place.ts';

interface VideoBoxProps {
  /** Of the place: its size is the owner's. */
  className: string;
  title: string;
  video: Video;
  /** Where the learner left it; not given where no place is kept. */
  place?: VideoPlace | null;
  /** What there is to read when it cannot be played. */
  text: { transcript: string | null; html: string | null };
}

/** The place of a video, and what is said in it. Nothing is loaded from anywhere until the learner presses play. */
export default function VideoBox({ className, title, video, place = null, text }: VideoBoxProps) {
  const instead = insteadOf(text);
  const source = videoSource(video, useConfig());
  const { at, second, watched } = useWatching(place);
  /** Second at which it was begun; null: not yet. */
  const [begunAt, setBegunAt] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const player = useRef<Player | null>(null);
  // What stands below comes with its style, into the room that is there for it.
  const [isAwake, setIsAwake] = useState(false);
  useEffect(() => setIsAwake(true), []);
  const tell = useMemo(() => ({ at, failed: setFailure }), [at]);
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
    <div className={late.video}>
      <div className={className}>
        {failure !== null ? (
          <div className={late.none} role="alert">
            <p>
              {failure} {instead}
            </p>
            <Button onClick={again}>Try again</Button>
          </div>
        ) : source.kind === 'file' ? (
          <Film src={source.src} tracks={video.tracks} left={place?.seconds ?? null} tell={tell} player={player} />
        ) : source.kind === 'none' ? (
          <p className={late.none}>
            {source.reason} {instead}
          </p>
        ) : begunAt !== null ? (
          <PlayerFrame source={source} title={title} start={begunAt} tell={tell} player={player} />
        ) : (
          <>
            <button
              type="button"
              className={late.play}
              aria-label={`Play video: ${title}`}
              onClick={() => setBegunAt(left)}
            >
              <Play />
            </button>
            {left > 0 && source.provider !== 'brightcove' && (
              <p className={late.resumes}>Goes on at {clockTime(left)}</p>
            )}
            <p className={late.note}>Plays from {source.host}</p>
          </>
        )}
      </div>
      {isAwake && (
        <div className={`${late.below} no-print`}>
          {watched > 0 && <p className={late.watched}>Watched {watched} %</p>}
          {video.tracks.length > 0 && <Transcript tracks={video.tracks} second={second} onSeek={seek} />}
        </div>
      )}
    </div>
  );
}
