import { videoTexts } from './video-texts.ts';

/** With less than this left, seconds, a video restarts from the beginning. */
const AS_GOOD_AS_SEEN = 5;

/**
 * Second at which a video starts: the saved position, or 0 when that is near its end or beyond it.
 *
 * @param duration seconds; NaN while it is not known
 */
export function startOf(left: number | null, duration: number): number {
  if (left === null || left < 1) return 0;
  return left > duration - AS_GOOD_AS_SEEN ? 0 : left;
}

/** `1:05`, `1:02:05` */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The alternative text for a video that cannot be played; null when there is none. */
export function insteadOf({ transcript, html }: { transcript: string | null; html: string | null }): string | null {
  if (transcript) return videoTexts.transcriptBelow;
  return html ? videoTexts.textBelow : null;
}
