import type { Video } from '@academy/contract/lessons';
import { type ToggleEvent, useEffect, useRef, useState } from 'react';
import { withoutSignatures } from '../../catalogue/file-addresses.ts';
import { loadFile } from '../../lib/load-file.ts';
import { type Store, useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { type Cue, readCues } from './cues.ts';
import { lastChoices } from './player-choices.ts';
import css from './transcript.module.css';
import { clockTime } from './video-place.ts';
import { videoTexts } from './video-texts.ts';

interface TranscriptProps {
  tracks: Video['tracks'];
  /** The second that the film is at. */
  second: Store<number>;
  onSeek: (seconds: number) => void;
}

/** The transcript of a film, made of its captions: it follows the film, and a line seeks to its second. */
export function Transcript({ tracks, second, onSeek }: TranscriptProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={css.transcript}
      onToggle={(event: ToggleEvent<HTMLElement>) => setIsOpen(event.newState === 'open')}
    >
      <summary>{videoTexts.readAlong}</summary>
      {isOpen && <Lines tracks={tracks} second={second} onSeek={onSeek} />}
    </details>
  );
}

function Lines({ tracks, second, onSeek }: TranscriptProps) {
  const [language, setLanguage] = useState(() => lastChoices().captions ?? null);
  const track = tracks.find((one) => one.language === language) ?? tracks[0];
  const src = track?.src ?? '';
  const file = withoutSignatures(src);
  const [cues, setCues] = useState<readonly Cue[] | 'lost' | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads the same file, and a new signature is the same file
  useEffect(() => {
    let isOld = false;
    setCues(null);
    // Every page loads it, later than the screen.
    loadFile(() => import('../../catalogue/renew-files.ts'))
      .then(({ renewed }) => renewed(src))
      .then(readCues)
      .then(
        (read) => isOld || setCues(read),
        () => isOld || setCues('lost'),
      );
    return () => {
      isOld = true;
    };
  }, [file, tries]);
  return (
    <>
      {tracks.length > 1 && (
        <label className={css.language}>
          {videoTexts.language}
          <select value={track?.language} onChange={({ target }) => setLanguage(target.value)}>
            {tracks.map((one) => (
              <option key={one.src} value={one.language}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
      )}
      {cues === null ? (
        <p role="status">{videoTexts.loading}</p>
      ) : cues === 'lost' ? (
        <p role="alert">
          {videoTexts.transcriptNotLoaded} <Button onClick={() => setTries(tries + 1)}>{videoTexts.tryAgain}</Button>
        </p>
      ) : (
        <Cues cues={cues} language={track?.language ?? 'en'} second={second} onSeek={onSeek} />
      )}
    </>
  );
}

interface CuesProps {
  cues: readonly Cue[];
  language: string;
  second: Store<number>;
  onSeek: (seconds: number) => void;
}

function Cues({ cues, language, second, onSeek }: CuesProps) {
  const now = useStore(second);
  const list = useRef<HTMLOListElement>(null);
  // Of overlapping captions the one that began last.
  const current = cues.findLastIndex(({ from, to }) => Math.floor(from) <= now && now < to);
  useEffect(() => {
    const box = list.current;
    const line = box?.children[current];
    // Does not scroll while the reader is in the transcript with the keyboard.
    if (!box || !(line instanceof HTMLElement) || box.contains(document.activeElement)) return;
    box.scrollTo({ top: line.offsetTop - box.clientHeight / 3 });
  }, [current]);
  return (
    <ol ref={list} className={css.lines} lang={language}>
      {cues.map((cue, i) => (
        <li key={`${cue.from} ${cue.text}`} aria-current={i === current ? 'true' : undefined}>
          <button type="button" onClick={() => onSeek(cue.from)}>
            <span className={css.time}>{clockTime(cue.from)}</span>
            <span>{cue.text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
