import { texts } from '@academy/contract/i18n/texts';
import { de } from './invitation-link-texts.de.ts';

/** Links by which people join a group. */
export const linkTexts = texts({
  title: 'Invitation links',
  intro: 'People who open a link, and log in or register, join its group until the link has ended or is used up.',
  loading: 'Loading links',
  makeTitle: 'New link',
  name: 'Name',
  nameHint: 'For your list, such as “Spring intake”.',
  group: 'Group',
  choose: 'Choose a group',
  maxUses: 'For how many people',
  lastDay: 'Last day (UTC)',
  make: 'Create link',
  copyNow: 'Copy the link now: it is not shown again.',
  link: 'Invitation link',
  noGroup: 'There is no group that can have a link. Create one first; groups of directories are kept by these.',
  listed: 'Links',
  none: 'No links yet. Create one to invite people without knowing their addresses.',
  state: '{group}: {uses} of {max, plural, one {# person} other {# people}} joined, until {day}',
  delete: 'Delete',
  deleteOne: 'Delete {name}',
  deleted: 'Link “{name}” deleted.',
}).translated({ de });
