import { messages } from '@academy/contract/i18n/messages';

/** The top of the screens for administrators. */
export const en = messages({
  academy: 'Academy',
  otherAcademy: 'This is about <strong>{chosen}</strong>: what you see and change here is not of {own}.',
  breadcrumb: 'Breadcrumb',
  administration: 'Administration',
  mail: 'Mail',
  mailProblem:
    'The mail server said: <code>{problem}</code>. Look at the settings <code>ACADEMY_SMTP_URL</code> and <code>ACADEMY_MAIL_FROM</code>.',
  mailWaits:
    '<strong>Mail is not leaving.</strong> {count, plural, one {One mail waits} other {# mails wait}}. It is tried again every few minutes, for two days; nothing is lost meanwhile.',
  mailWaitsSince:
    '<strong>Mail is not leaving.</strong> {count, plural, one {One mail waits} other {# mails wait}}, the oldest since <time>{oldest}</time>. It is tried again every few minutes, for two days; nothing is lost meanwhile.',
});
