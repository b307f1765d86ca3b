import { texts } from '@academy/contract/i18n/texts';
import { de } from './admin-texts.de.ts';

/** The overview of the administration. */
export const adminTexts = texts({
  administration: 'Administration',
  content: 'Content',
  contentText: 'See published content, unpublish it, publish it again or delete it.',
  alerts: 'Alerts',
  alertsText: 'Alerts above the pages of an academy: current, scheduled and past.',
  users: 'Users',
  usersText: 'Find people, grant Pro memberships and appoint admins.',
  tokens: 'Access Tokens',
  tokensText: 'Tokens for scripts and pipelines: their owners, expiry dates and last use.',
  certificates: 'Certificates',
  certificatesText: 'Find certificates, correct names and revoke certificates.',
  feedback: 'Feedback',
  feedbackText: 'Comments, ratings of courses and lessons, and reported problems.',
  contact: 'Contact messages',
  contactText: 'Find messages from the contact form and answer them by e-mail.',
  labs: 'Labs',
  labsText: 'Running lab sessions, failures with their reasons, and the state of the lab engines.',
  audit: 'Audit log',
  auditText: 'Changes by admins, with person, time, network address and the values before and after.',
  vouchers: 'Exam vouchers',
  vouchersText: 'Requests of Pro members for exam vouchers, waiting and sent.',
  emails: 'E-mail addresses',
  emailsText: 'Recipients of an academy’s contact messages and feedback, and the sender of its e-mails.',
  health: 'Health',
  healthText: 'Whether servers, database, e-mail, labs and backups work, and what to do if not.',
  webhooks: 'Webhooks',
  webhooksText: 'Notify other systems of events, and see the deliveries.',
}).translated({ de });
