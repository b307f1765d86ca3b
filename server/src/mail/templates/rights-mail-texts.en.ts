import { messages } from '@academy/contract/i18n/messages';

export const en = messages({
  adminMadeSubject: 'A new administrator at {academy}',
  adminMadeHeading: 'A new administrator',
  adminMade: '{person} is an administrator now.',
  adminEndedSubject: 'An administrator less at {academy}',
  adminEndedHeading: 'An administrator less',
  adminEnded: '{person} is no longer an administrator.',
  membershipSetSubject: 'A Pro membership was changed at {academy}',
  membershipSetHeading: 'A Pro membership was changed',
  membershipSet: '{person} has Pro membership from {from} until {until} (UTC).',
  membershipEndedSubject: 'A Pro membership was ended at {academy}',
  membershipEndedHeading: 'A Pro membership was ended',
  membershipEnded: '{person} has no Pro membership any more.',
  changedBy: 'It was done by: {by}.',
  openUsers: 'Open the list of users',
  toAllAdmins: 'All administrators are told of changes to rights. If this one should not be, talk to each other soon.',
});
