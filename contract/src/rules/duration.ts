import { durationTexts } from './duration-texts.ts';

/**
 * A duration in days, hours and minutes; minutes round up when 30 seconds or more are left. Anything
 * above zero shows at least one minute.
 *
 * @param seconds whole seconds
 * @returns `1 h 5 min`, `2 d 3 h`, in the current language; empty for 0
 */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return '';
  const total = Math.max(1, Math.floor(seconds / 60) + (seconds % 60 >= 30 ? 1 : 0));
  const days = Math.floor(total / 1440);
  const hours = Math.floor((total % 1440) / 60);
  const minutes = total % 60;
  const parts = [
    days > 0 ? durationTexts.days({ count: days }) : '',
    hours > 0 ? durationTexts.hours({ count: hours }) : '',
    minutes > 0 ? durationTexts.minutes({ count: minutes }) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
