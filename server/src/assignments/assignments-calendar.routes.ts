import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@academy/contract/assignments-calendar';
import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import { inLanguageOf } from '../http/language.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import { scopeOf } from '../values/scope.ts';
import type { CalendarService } from './assignments-calendar.service.ts';

/** Form of the secret in an address. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function bindCalendar(calls: CallTable, calendar: CalendarService): void {
  calls.bind(getCalendarFeed, ({ scope }) => calendar.settings(scope));
  calls.bind(createCalendarFeed, async ({ scope }) => ({ url: await calendar.create(scope) }));
  calls.bind(deleteCalendarFeed, async ({ scope }) => {
    await calendar.remove(scope);
    return { deleted: true };
  });
}

export interface CalendarAddressOptions {
  tenants: Tenants;
  calendar: CalendarService;
  rateLimits: Pick<RateLimits, 'anonymous' | 'calendar'>;
}

/** Serves `/calendar.ics`, the feed whose secret the address has. Calendars log in nowhere. */
export function addCalendar(app: FastifyInstance, { tenants, calendar, rateLimits }: CalendarAddressOptions): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/calendar.ics',
    async handler(request, reply) {
      const { token } = request.query as { token?: unknown };
      const tenant = tenantOfPage(request, tenants);
      if (typeof token !== 'string' || !TOKEN.test(token)) {
        await rateLimits.anonymous(request);
        throw new AcademyError('not-found');
      }
      // Services read the calendars of many people from one address, so each feed has a limit of its own.
      await rateLimits.calendar(request, token);
      const owner = await calendar.ownerOf(scopeOf(tenant), token);
      if (owner === null) {
        await rateLimits.anonymous(request);
        throw new AcademyError('not-found');
      }
      const text = await inLanguageOf(owner.language, () => calendar.text(tenant, owner.personId));
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="due.ics"')
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .send(text);
    },
  });
}
