import { texts } from '@academy/contract/i18n/texts';
import { de } from './directory-reply-texts.de.ts';

/** Replies about directories. */
export const directoryReplyTexts = texts({
  gone: 'This directory no longer exists.',
  full: 'An installation has at most {max} directories. Delete one first.',
  elsewhere: 'This academy logs in with another provider, so it has no directories of its own.',
  notHttps: 'must begin with https://',
  noDomain: 'This directory has no domain {domain}. Add it first.',
  notFound: 'The TXT record {name} was not found, or has another value. New records can take some minutes to appear.',
  tokensFull: 'A directory has at most {max} tokens. End one first.',
  taken: 'Another directory has already proved {domain}.',
}).translated({ de });
