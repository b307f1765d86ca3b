import { texts } from '@academy/contract/i18n/texts';
import { de } from './history-texts.de.ts';

/** Versions of an item, and what differs between them. */
export const historyTexts = texts({
  version: 'Version {version}',
  current: 'current',
  by: '{name}, {moment}',
  academy: 'The academy itself',
  token: 'token {token}',
  rollback: 'Files of version {version}',
  findings: '{count, plural, one {# finding} other {# findings}}',
  compare: 'Compare',
  compareVersion: 'Compare version {version} with the current one',
  comparison: 'From version {from} to version {to}',
  again: 'Publish again',
  againVersion: 'Publish again: version {version}',
  againTitle: 'Publish version {version} again?',
  againText: 'Its files become a new version that readers see at once. Progress of learners is kept.',
  published: 'Version {version} is published again.',
  same: 'The files are the same.',
  changed: 'changed',
  added: 'added',
  removed: 'removed',
  muchChanged: 'Almost everything in this file changed.',
  loading: 'Loading',
}).translated({ de });
