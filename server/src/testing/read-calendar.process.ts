import { text } from 'node:stream/consumers';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

/** Reads a calendar from its input as two calendar programs do, in the time zone of this process, and writes their days. */
const calendar = await text(process.stdin);

/** The day on the clock of this process, on which calendars show it. */
const dayOn = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const byIcalJs = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent').map((component) => {
  const event = new ICAL.Event(component);
  return [event.startDate.toString(), event.endDate.toString(), event.startDate.isDate, event.summary];
});
const byNodeIcal = Object.values(nodeIcal.sync.parseICS(calendar)).flatMap((event) =>
  event?.type === 'VEVENT'
    ? [[dayOn(event.start), dayOn(event.end ?? event.start), event.datetype === 'date', event.summary]]
    : [],
);
process.stdout.write(JSON.stringify({ byIcalJs, byNodeIcal }));
