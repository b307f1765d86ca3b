import { texts } from '@academy/contract/i18n/texts';
import { de } from './scim-texts.de.ts';

/** Why a request of a directory was refused: answered in English, and shown to administrators in their language. */
export const scimTexts = texts({
  token: 'The token is unknown, has ended or belongs to another directory.',
  expired: 'The token has expired. An administrator of the academy makes a new one.',
  notFound: 'There is no such resource in this directory.',
  noSuchPage: 'This address is not part of SCIM.',
  unsupported: 'This is not offered. The ServiceProviderConfig says what is.',
  noSuchMethod: 'This cannot be done at this address.',
  noBody: 'The request needs a JSON object.',
  notJson: 'The request is not valid JSON.',
  mediaType: 'The Content-Type must be application/scim+json or application/json.',
  tooLarge: 'The request is too large.',
  required: '{attribute} is required.',
  wrongType: '{attribute} must be of the type {type}.',
  tooLong: '{attribute} is too long.',
  userNameTaken: 'Another person of this directory has this userName.',
  addressTaken: 'The account of this address belongs to another directory or another person.',
  displayNameTaken: 'Another group of this directory has this displayName.',
  noMember: 'A member is not a person of this directory.',
  lastAdministrator:
    'This person is the only administrator of the academy. Make another one first: nothing was changed.',
  filter: 'The filter is not valid at character {at}.',
  path: 'The path is not valid at character {at}.',
  noPath: 'A removal needs a path.',
  noOperations: 'The request needs a list of Operations.',
  operation: 'An operation must be add, replace or remove.',
  readOnly: '{attribute} cannot be changed.',
  version: 'The resource has changed since it was read.',
  busy: 'The academy is busy. Try again.',
  unexpected: 'The academy could not do this. Its log says why.',
}).translated({ de });
