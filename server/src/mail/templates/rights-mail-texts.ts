import { texts } from '@academy/contract/i18n/texts';
import { de } from './rights-mail-texts.de.ts';

/** The mail to admins about a change of somebody’s rights. */
export const rightsMailTexts = texts({
  adminMadeSubject: 'New admin at {academy}',
  adminMadeHeading: 'New admin',
  adminMade: '{person} is now an admin.',
  adminEndedSubject: 'Admin rights removed at {academy}',
  adminEndedHeading: 'Admin rights removed',
  adminEnded: '{person} is no longer an admin.',
  membershipSetSubject: 'Pro membership changed at {academy}',
  membershipSetHeading: 'Pro membership changed',
  membershipSet: '{person} has a Pro membership from {from} until {until} (UTC).',
  membershipEndedSubject: 'Pro membership ended at {academy}',
  membershipEndedHeading: 'Pro membership ended',
  membershipEnded: '{person} no longer has a Pro membership.',
  roleGivenSubject: 'New role at {academy}',
  roleGivenHeading: 'New role',
  roleGiven: '{person} has a new role: {role}.',
  roleEndedSubject: 'Role removed at {academy}',
  roleEndedHeading: 'Role removed',
  roleEnded: '{person} no longer has this role: {role}.',
  author: 'author',
  instructor: 'instructor',
  manager: 'group manager',
  academyAdmin: 'admin of the academy',
  everyAcademy: 'every academy',
  role: '{role}, {academy}, {scope}',
  wholeRole: '{role}, {academy}',
  changedBy: 'Changed by: {by}.',
  openUsers: 'Open the list of users',
  toAllAdmins: 'All admins get this e-mail when rights change. If this change is wrong, talk to the other admins soon.',
}).translated({ de });
