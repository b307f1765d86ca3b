/** The captions of a film, with their times. */
export interface Cue {
  /** Seconds. */
  from: number;
  to: number;
  text: string;
}

/**
 * Reads captions with the browser's own reader, without a film.
 * @throws Error when the file cannot be loaded or has no captions
 */
export function readCues(src: string): Promise<Cue[]> {
  return new Promise((done, fail) => {
    const film = document.createElement('video');
    const element = document.createElement('track');
    element.addEventListener('load', () => {
      const cues = [...(element.track.cues ?? [])].filter((cue) => cue instanceof VTTCue);
      done(cues.map((cue) => ({ from: cue.startTime, to: cue.endTime, text: cue.getCueAsHTML().textContent ?? '' })));
    });
    element.addEventListener('error', () => fail(new Error(`No captions at ${src}`)));
    element.src = src;
    film.append(element);
    element.track.mode = 'hidden';
  });
}
