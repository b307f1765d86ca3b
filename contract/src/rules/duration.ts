/**
 * A duration in days, hours and minutes; minutes round up when 30 seconds or more are left. Anything
 * above zero shows at least one minute.
 *
 * @param seconds whole seconds
 * @returns `1 h 5 min`, `2 d 3 h`, empty for 0
 */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return '';
  const total = Math.max(1, Math.floor(seconds / 60) + (seconds % 60 >= 30 ? 1 : 0));
  const days = Math.floor(total / 1440);
  const hours = Math.floor((total % 1440) / 60);
  const minutes = total % 60;
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''];
  return parts.filter((part) => part !== '').join(' ');
}
