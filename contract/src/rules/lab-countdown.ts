/** Minutes before the end at which a learner is warned. */
const WARNED_MINUTES = [1, 5, 10] as const;

/** `59:05`, or `1:02:03` from an hour on. */
export function countdownText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

/** The smallest warning that covers the time left; null while more time is left than all of them. */
export function minutesWarned(seconds: number): number | null {
  return WARNED_MINUTES.find((minutes) => seconds <= minutes * 60) ?? null;
}
