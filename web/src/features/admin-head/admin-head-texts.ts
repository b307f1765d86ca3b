import { texts } from '@academy/contract/i18n/texts';
import { de } from './admin-head-texts.de.ts';

/** The top of the screens for administrators. */
export const adminHeadTexts = texts({
  academy: 'Academy',
  otherAcademy: 'You are viewing and changing <strong>{chosen}</strong>, not {own}.',
  breadcrumb: 'Breadcrumb',
  administration: 'Administration',
  mail: 'E-mail',
  mailProblem:
    'The mail server answered: <code>{problem}</code>. Check the settings <code>ACADEMY_SMTP_URL</code> and <code>ACADEMY_MAIL_FROM</code>.',
  mailWaits:
    '<strong>E-mails are not being sent.</strong> {count, plural, one {# e-mail is waiting} other {# e-mails are waiting}}. The academy tries again every few minutes for two days. Until then, nothing is lost.',
  mailWaitsSince:
    '<strong>E-mails are not being sent.</strong> {count, plural, one {# e-mail is waiting} other {# e-mails are waiting}}, the oldest since <time>{oldest}</time>. The academy tries again every few minutes for two days. Until then, nothing is lost.',
}).translated({ de });
