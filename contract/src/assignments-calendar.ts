import * as v from 'valibot';
import { type CallReply, defineCall } from './call.ts';

export const getCalendarFeed = defineCall({
  name: 'getCalendarFeed',
  method: 'GET',
  path: '/assignments/calendar',
  summary:
    'Whether the learner has an address at which calendars read their due dates. The address itself is not stored.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: v.object({
    /** Null: there is no address. */
    createdAt: v.nullable(v.string()),
    /** When a calendar read it last; null: never. */
    lastReadAt: v.nullable(v.string()),
  }),
});
export type CalendarFeed = CallReply<typeof getCalendarFeed>;

export const createCalendarFeed = defineCall({
  name: 'createCalendarFeed',
  method: 'POST',
  path: '/assignments/calendar',
  summary: 'Makes a new secret address for calendars, and ends the one before.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  /** The address, in this reply only. */
  reply: v.object({ url: v.string() }),
});

export const deleteCalendarFeed = defineCall({
  name: 'deleteCalendarFeed',
  method: 'DELETE',
  path: '/assignments/calendar',
  summary: 'Ends the secret address: calendars get nothing any more.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: v.object({ deleted: v.boolean() }),
});
