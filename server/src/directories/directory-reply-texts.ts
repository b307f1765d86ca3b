import { texts } from '@academy/contract/i18n/texts';
import { de } from './directory-reply-texts.de.ts';

/** Replies about directories. */
export const directoryReplyTexts = texts({
  gone: 'This directory no longer exists.',
  full: 'An installation has at most {max} directories. Delete one first.',
  elsewhere: 'This academy logs in with another provider, so it has no directories of its own.',
  notHttps: 'must begin with https://',
  missing: 'Fill this in.',
  otherKind: 'The protocol of a directory cannot be changed. Add another directory.',
  metadata: 'The metadata cannot be used: {reason}',
  noDomain: 'This directory has no domain {domain}. Add it first.',
  notFound: 'The TXT record {name} was not found, or has another value. New records can take some minutes to appear.',
  tokensFull: 'A directory has at most {max} tokens. End one first.',
  dnsFailed:
    'The TXT record {name} could not be looked up: {reason}. This says nothing about the record. Try again later.',
  dnsReason:
    '{code, select, ESERVFAIL {the name server of the domain reports an error (SERVFAIL)} ETIMEOUT {the name server did not answer in time} EREFUSED {the name server refuses to answer} ECONNREFUSED {this server reaches no name server} other {the name server did not answer}}',
  taken: 'Another directory has already proved {domain}.',
}).translated({ de });
