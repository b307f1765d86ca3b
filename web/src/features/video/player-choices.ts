import { local } from '../../lib/storage.ts';

const KEY = 'player';

export interface Choices {
  speed: number;
  volume: number;
  muted: boolean;
  /** Language of the captions that are shown; null: none. */
  captions: string | null;
}

const inside = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value <= to;

/** Speed, volume and captions as they were chosen last, in whatever player. */
export function lastChoices(): Partial<Choices> {
  try {
    const stored = JSON.parse(local.get(KEY) ?? '{}') as Record<keyof Choices, unknown> | null;
    const { speed, volume, muted, captions } = stored ?? {};
    return {
      ...(inside(speed, 0.25, 4) && { speed }),
      ...(inside(volume, 0, 1) && { volume }),
      ...(typeof muted === 'boolean' && { muted }),
      ...((typeof captions === 'string' || captions === null) && { captions }),
    };
  } catch {
    return {};
  }
}

export function noteChoices(choices: Partial<Choices>): void {
  local.set(KEY, JSON.stringify({ ...lastChoices(), ...choices }));
}

/** Gives a player speed, volume and captions as they were chosen last, and notes new choices. @returns stops noting */
export function playerChoices(film: HTMLVideoElement): () => void {
  const { speed, volume, muted, captions } = lastChoices();
  if (speed !== undefined) film.playbackRate = film.defaultPlaybackRate = speed;
  if (volume !== undefined) film.volume = volume;
  if (muted === true) film.muted = true;
  for (const track of film.textTracks) if (track.language === captions) track.mode = 'showing';

  const note = () => {
    const shown = [...film.textTracks].find(({ mode }) => mode === 'showing')?.language ?? null;
    noteChoices({ speed: film.playbackRate, volume: film.volume, muted: film.muted, captions: shown });
  };
  film.addEventListener('ratechange', note);
  film.addEventListener('volumechange', note);
  film.textTracks.addEventListener('change', note);
  return () => {
    film.removeEventListener('ratechange', note);
    film.removeEventListener('volumechange', note);
    film.textTracks.removeEventListener('change', note);
  };
}
