import { addDays } from '@academy/contract/rules/due';

/** A whole day in a calendar. */
export interface CalendarDay {
  /** Stays the same when the day moves. */
  uid: string;
  /** Such as `2030-01-31`: the same day in every time zone. */
  day: string;
  title: string;
  text: string;
  url: string;
  changedAt: Date;
}

/** Longest line in octets, without its end (RFC 5545). */
const LINE_OCTETS = 75;
/** How often calendars read again. */
const REFRESH = 'PT6H';

/**
 * A calendar of whole days as iCalendar text (RFC 5545). Due dates are events and not to-dos, which several calendars do not
 * show; each ends on the next day, because one that ends when it begins is left out by others.
 */
export function calendarText(name: string, days: readonly CalendarDay[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Academy//Due dates//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...days.flatMap(({ uid, day, title, text, url, changedAt }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${changedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${addDays(day, 1).replaceAll('-', '')}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(text)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // Other control characters are not allowed in a text.
    .replace(/\p{Cc}/gu, ' ');

/** Folds a long line, never inside of a character: some calendars read each line on its own. */
function folded(line: string): string {
  const pieces: string[] = [];
  let [piece, octets] = ['', 0];
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > LINE_OCTETS) {
      pieces.push(piece);
      // The space at the beginning of a continued line counts.
      [piece, octets] = ['', 1];
    }
    piece += sign;
    octets += size;
  }
  return [...pieces, piece].join('\r\n ');
}
