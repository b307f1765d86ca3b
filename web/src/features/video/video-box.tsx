import type { Video } from '@academy/contract/lessons';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PLAYER_ALLOW, PLAYER_SANDBOX } from '../../lib/sandboxed-frame.ts';
import type { VideoSource } from '../../lib/video-source.ts';
import css from './video-box.module.css';

interface VideoBoxProps {
  title: string;
  source: VideoSource;
  tracks: Video['tracks'];
  /** The picture before the video plays. */
  poster: ReactNode;
}

/** The place of a video. Nothing is loaded from anywhere until the learner presses play. */
export function VideoBox({ title, source, tracks, poster }: VideoBoxProps) {
  const [playing, setPlaying] = useState(false);
  if (source.kind === 'file') {
    return (
      <div className={css.box}>
        {/* biome-ignore lint/a11y/useMediaCaption: captions come from the content; a lesson without them has a transcript */}
        <video controls preload="none" src={source.src}>
          {tracks.map((track) => (
            <track key={track.src} kind="captions" src={track.src} label={track.label} srcLang={track.language} />
          ))}
        </video>
      </div>
    );
  }
  if (playing && source.kind === 'frame') {
    return (
      <div className={css.box}>
        <iframe
          src={source.src}
          title={title}
          allow={PLAYER_ALLOW}
          sandbox={PLAYER_SANDBOX}
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    );
  }
  return (
    <div className={css.box}>
      {poster}
      {source.kind === 'none' ? (
        <p className={css.none}>{source.reason}</p>
      ) : (
        <>
          <button
            type="button"
            className={css.play}
            aria-label={`Play video: ${title}`}
            onClick={() => setPlaying(true)}
          >
            <Play />
          </button>
          <p className={css.note}>Plays from {source.host}</p>
        </>
      )}
    </div>
  );
}
