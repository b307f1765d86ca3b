import { texts } from '@academy/contract/i18n/texts';
import { de } from './directory-people-texts.de.ts';

/** People and groups that a directory keeps up to date, for administrators. */
export const directoryPeopleTexts = texts({
  people: 'People from the directory',
  peopleOf: 'People from {name}',
  loading: 'Loading tokens',
  failed: 'The tokens could not be loaded. {message}',
  tryAgain: 'Try again',
  none: 'The directory can keep its people and groups up to date by SCIM 2.0. Create a token and enter it there, with this address.',
  counts:
    '{people, plural, one {One person} other {# people}}, {left, plural, =0 {nobody has left} one {one has left} other {# have left}}, {groups, plural, =0 {no groups} one {one group} other {# groups}}.',
  address: 'SCIM address',
  token: 'Token of {moment}',
  neverUsed: 'Never used.',
  lastUsed: 'Last used {moment}.',
  expires: 'Expires {moment}.',
  expired: 'Expired {moment}.',
  lastError: 'Last refused {moment}: {message}',
  create: 'Create token',
  createOne: 'Create token for {name}',
  copyToken: 'Copy the token now',
  secret: 'Token for {name}',
  secretText: 'Enter it at the provider. It is shown only once. Tokens that exist stay valid until you end them.',
  done: 'Done',
  end: 'End',
  endOne: 'End the token of {moment} for {name}',
  endTitle: 'End this token?',
  endText: '{name} can no longer change people and groups with it. They stay as they are.',
  endToken: 'End token',
  ended: 'Token ended.',
  cancel: 'Cancel',
}).translated({ de });
