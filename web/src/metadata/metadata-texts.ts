import { texts } from '@academy/contract/i18n/texts';
import { de } from './metadata-texts.de.ts';

/** What search engines, readers of feeds, previews of links and browsers without scripts show. */
export const metadataTexts = texts({
  lessonOf: 'A lesson of {course}',
  coverOf: 'Cover of {title}',
  noScript:
    'You can read here without JavaScript. To log in, keep progress, answer questions or start labs, allow it for this site.',
  feed: 'New in {name} Academy',
}).translated({ de });
