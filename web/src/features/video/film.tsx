import type { Video } from '@academy/contract/lessons';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { namesOld, withoutSignatures } from '../../catalogue/file-addresses.ts';
import { loadFile } from '../../lib/load-file.ts';
import type { Player, PlayerEvents } from './player.ts';
import { playerChoices } from './player-choices.ts';
import css from './video-box.module.css';
import { clockTime, startOf } from './video-place.ts';
import { videoTexts } from './video-texts.ts';

interface FilmProps {
  src: string;
  /** Address of the picture that is shown until it plays: without one browsers draw a dark box. */
  poster: string;
  tracks: Video['tracks'];
  /** Where it was left, seconds; null: nowhere yet. */
  left: number | null;
  events: PlayerEvents;
  /** Gets the player. */
  player: RefObject<Player | null>;
}

const MOVES = ['timeupdate', 'play', 'playing', 'pause', 'ended', 'seeked'] as const;

/**
 * A film of the academy's own. It goes on where the learner left it, on whatever device, at the speed and volume and with
 * the captions that were chosen last.
 */
export function Film({ src: given, poster, tracks: givenTracks, left, events, player }: FilmProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [{ src, tracks }, setFiles] = useState({ src: given, tracks: givenTracks });
  /** Where it resumes after its address has expired, seconds. */
  const goesOnAt = useRef(0);
  const latest = useRef({ left, events });
  latest.current = { left, events };
  const [isBegun, setIsBegun] = useState(false);
  // A new address of the same film would restart it.
  if (src !== given && (!isBegun || withoutSignatures(src) !== withoutSignatures(given)))
    setFiles({ src: given, tracks: givenTracks });
  const start = startOf(left, ref.current?.duration ?? Number.NaN);

  useEffect(() => {
    const film = ref.current;
    if (film === null) return;
    const at = () => {
      if (film.readyState === 0) return;
      const { currentTime: seconds, duration, paused, seeking, playbackRate: speed } = film;
      latest.current.events.at({ seconds, duration, isPlaying: !paused && !seeking, speed });
    };
    const loaded = () => {
      setIsBegun(true);
      // Where it was left on another device is known by now, too.
      const seconds = goesOnAt.current || startOf(latest.current.left, film.duration);
      if (seconds > 0 && film.currentTime < 1) film.currentTime = seconds;
      at();
    };
    const failed = async ({ target }: Event) => {
      if (!(target instanceof HTMLVideoElement || target instanceof HTMLTrackElement)) return;
      const old = target.getAttribute('src') ?? '';
      const wasPlaying = !film.paused;
      if (target === film) goesOnAt.current = film.currentTime;
      const now = namesOld(old) ? await newAddress(old) : old;
      if (now !== old) target.src = now;
      else if (target === film) latest.current.events.failed(videoTexts.notLoaded);
      // A browser may want a click on the film itself first.
      if (now !== old && target === film && wasPlaying) film.play().catch(() => undefined);
    };
    const forgetChoices = playerChoices(film);
    film.addEventListener('loadedmetadata', loaded);
    // Errors of captions do not bubble.
    film.addEventListener('error', failed, true);
    for (const move of MOVES) film.addEventListener(move, at);
    const close = () => {
      forgetChoices();
      film.removeEventListener('loadedmetadata', loaded);
      film.removeEventListener('error', failed, true);
      for (const move of MOVES) film.removeEventListener(move, at);
    };
    player.current = {
      seek(seconds) {
        film.currentTime = seconds;
        // A browser may want a click on the film itself first; then it waits at that second.
        film.play().catch(() => undefined);
      },
      close,
    };
    return () => {
      close();
      player.current = null;
    };
  }, [player]);

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: captions come from the content; a lesson without them has a transcript */}
      <video ref={ref} controls preload="none" src={src} poster={poster}>
        {tracks.map((track) => (
          <track key={track.src} kind="captions" src={track.src} label={track.label} srcLang={track.language} />
        ))}
      </video>
      {!isBegun && start > 0 && (
        <p className={css.resumes}>{videoTexts.continuesAt({ clockTime: clockTime(start) })}</p>
      )}
    </>
  );
}

/** Every page loads what renews addresses, later than the screen. */
const newAddress = async (old: string): Promise<string> =>
  (await loadFile(() => import('../../catalogue/renew-files.ts'))).renewed(old);
