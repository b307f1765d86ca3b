import { texts } from '@academy/contract/i18n/texts';
import { de } from './roles-screen-texts.de.ts';

/** The list of roles. */
export const rolesScreenTexts = texts({
  title: 'Roles',
  intro:
    'Who may do what besides learning. Each change is recorded in the audit log, and the other admins are notified by e-mail.',
}).translated({ de });
