import { texts } from '@academy/contract/i18n/texts';
import { de } from './alert-bar-texts.de.ts';

/** Alerts above the screens. */
export const alertBarTexts = texts({
  more: 'click to know more',
  presentAlerts: 'Current alerts',
  until: ', until {day} (UTC)',
  info: 'Information',
  warning: 'Warning',
  success: 'Good news',
}).translated({ de });
