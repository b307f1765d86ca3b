import type { Video } from '@academy/contract/lessons';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useConfig } from '../../lib/runtime.tsx';
import { PLAYER_ALLOW, PLAYER_SANDBOX } from '../../lib/sandboxed-frame.ts';
import { videoSource } from '../../lib/video-source.ts';
import late from './video-box.late.module.css';

interface VideoBoxProps {
  /** Of the place: its size is the owner's. */
  className: string;
  title: string;
  video: Video;
}

/** The place of a video. Nothing is loaded from anywhere until the learner presses play. */
export default function VideoBox({ className, title, video }: VideoBoxProps) {
  const source = videoSource(video, useConfig());
  const [playing, setPlaying] = useState(false);
  if (source.kind === 'file') {
    return (
      <div className={className}>
        {/* biome-ignore lint/a11y/useMediaCaption: captions come from the content; a lesson without them has a transcript */}
        <video controls preload="none" src={source.src}>
          {video.tracks.map((track) => (
            <track key={track.src} kind="captions" src={track.src} label={track.label} srcLang={track.language} />
          ))}
        </video>
      </div>
    );
  }
  if (playing && source.kind === 'frame') {
    return (
      <div className={className}>
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
    <div className={className}>
      {source.kind === 'none' ? (
        <p className={late.none}>{source.reason}</p>
      ) : (
        <>
          <button
            type="button"
            className={late.play}
            aria-label={`Play video: ${title}`}
            onClick={() => setPlaying(true)}
          >
            <Play />
          </button>
          <p className={late.note}>Plays from {source.host}</p>
        </>
      )}
    </div>
  );
}
