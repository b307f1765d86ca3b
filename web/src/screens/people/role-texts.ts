import { texts } from '@academy/contract/i18n/texts';
import { de } from './role-texts.de.ts';

/** Roles with a scope. */
export const roleTexts = texts({
  loading: 'Loading roles',
  none: 'Nobody has a role in this academy yet. Give one below.',
  noneHere: 'No roles yet. Give one below.',
  author: 'Author',
  instructor: 'Instructor',
  manager: 'Group manager',
  academyAdmin: 'Admin of the academy',
  everyAcademy: 'Every academy',
  byGroup: 'by the group {name}',
  group: 'Group {name}',
  end: 'Remove role',
  endOf: 'Remove role: {role}',
  endTitle: 'Remove this role: {role}?',
  endText: 'The role ends at once, and access tokens lose what they could do by it. The admins are notified by e-mail.',
  ended: 'Role removed.',
  giveTitle: 'Give a role',
  login: 'E-mail address',
  role: 'Role',
  academy: 'Academy',
  scope: 'Scope',
  authorHint: 'course:spring-boot, guide:spring-* or * for the whole academy',
  instructorHint: 'course:spring-boot, course:spring-*, group: with its id, or * for the whole academy',
  managerHint: 'group: with its id',
  adminHint: 'Admins of an academy manage its content, alerts, messages, certificates, labs, webhooks and roles.',
  give: 'Give role',
  given: 'Role given.',
}).translated({ de });
