import { labSessionTexts } from './lab-session-texts.ts';

/** Time that has gone by, in the largest fitting unit: `12 min`. */
export function agoText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return labSessionTexts.minutes({ count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? labSessionTexts.hours({ count: hours }) : labSessionTexts.days({ count: Math.floor(hours / 24) });
}
