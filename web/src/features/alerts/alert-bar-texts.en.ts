import { messages } from '@academy/contract/i18n/messages';

/** Alerts above the screens. */
export const en = messages({
  more: 'click to know more',
  presentAlerts: 'Current alerts',
  until: ', until {day} (UTC)',
  info: 'Information',
  warning: 'Warning',
  success: 'Good news',
});
