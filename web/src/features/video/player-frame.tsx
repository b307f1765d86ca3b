import { type RefObject, useEffect, useRef, useState } from 'react';
import { PLAYER_ALLOW, PLAYER_SANDBOX } from '../../catalogue/sandboxed-frame.ts';
import { frameAddress, type VideoSource } from '../../catalogue/video-source.ts';
import { framePlayer } from './frame-player.ts';
import type { Player, PlayerEvents } from './player.ts';
import { lastChoices, noteChoices } from './player-choices.ts';
import { startOf } from './video-place.ts';

interface PlayerFrameProps {
  source: VideoSource & { kind: 'frame' };
  title: string;
  /** Second at which it begins. */
  start: number;
  events: PlayerEvents;
  /** Gets the player, unless the provider's frame takes no messages. */
  player: RefObject<Player | null>;
}

/** The frame of a video's provider. It is on the page only after the learner has pressed play. */
export function PlayerFrame({ source, title, start, events, player }: PlayerFrameProps) {
  const ref = useRef<HTMLIFrameElement>(null);
  const latest = useRef(events);
  latest.current = events;
  const [choices] = useState(lastChoices);
  const [src] = useState(() =>
    frameAddress(source, { at: start, captions: choices.captions ?? null, origin: location.origin }),
  );
  const { provider } = source;
  useEffect(() => {
    const frame = ref.current;
    if (frame === null) return;
    let isFirst = true;
    const events: PlayerEvents = {
      at(moment) {
        // Its length was not known when its beginning was chosen.
        if (isFirst && moment.duration > 0) {
          isFirst = false;
          if (start > 0 && startOf(start, moment.duration) === 0) player.current?.seek(0);
        }
        latest.current.at(moment);
      },
      failed: (reason) => latest.current.failed(reason),
    };
    player.current = framePlayer(frame, provider, events, choices, noteChoices);
    return () => {
      player.current?.close();
      player.current = null;
    };
  }, [provider, player, choices, start]);
  return (
    <iframe
      ref={ref}
      src={src}
      title={title}
      allow={PLAYER_ALLOW}
      sandbox={PLAYER_SANDBOX}
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
