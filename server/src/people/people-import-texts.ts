import { texts } from '@academy/contract/i18n/texts';
import { de } from './people-import-texts.de.ts';

/** What an import of people says about its rows, and what keeps changes from being undone. */
export const peopleImportTexts = texts({
  missing: '{field}: is missing',
  noEmail: 'email: must be an e-mail address',
  day: '{field}: must be a day such as 2030-01-31 or 31.01.2030',
  lostLetter: '{field}: “{name}” has lost letters. Save the file as UTF-8, or correct the name',
  misread: '{field}: “{name}” was read in a wrong encoding. Save the file as UTF-8, or correct the name',
  spreadsheetError: '{field}: “{name}” is a formula or an error of the spreadsheet, not a name',
  laterThanStart: 'proEndsAt: must be later than the start',
  role: 'isAdmin: must be yes, no or empty',
  severalPeople: 'email: several people have this address',
  neverLoggedIn: 'email: nobody with this address has logged in yet',
  namesElsewhere: 'The name is managed where the person logs in',
  ownRole: 'isAdmin: this is your own role. End it on the page Users',
  lastAdministrator: 'isAdmin: this is the only admin. Make another person an admin first',
  name: 'name: {name}',
  pro: 'Pro until {until}',
  proInstead: 'Pro until {until} instead of {before}',
  proFrom: 'Pro from {from} until {until}',
  proFromInstead: 'Pro from {from} until {until} instead of {before}',
  admin: 'admin',
  notAdmin: 'no longer an admin',
  groups: 'groups: {names}',
  noGroups: 'in no group',
  groupsChanged: 'The groups were changed since',

  rightsChanged: 'The rights or the membership were changed since',
  yourRole: 'This is your own role',
  inUse: 'The account is in use',
  nameChanged: 'The name was changed since',
  nothingToUndo: 'There is no import of the last 24 hours to undo.',
  importOfAnother: 'importId: belongs to an import of another person',
  onlyAdministrator: 'This is the only admin. Make another person an admin first.',
}).translated({ de });
