import { currentLocale } from '@academy/contract/i18n/languages';

/** `January 31, 2030`, of the calendar of UTC. The words around it name the zone: elsewhere it can be another day. */
export const utcDay = (time: string): string =>
  new Date(time).toLocaleDateString(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' });
