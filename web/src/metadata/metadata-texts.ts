import { texts } from '@academy/contract/i18n/texts';
import { de } from './metadata-texts.de.ts';

/** What search engines, readers of feeds and previews of links are told. */
export const metadataTexts = texts({
  lessonOf: 'A lesson of {course}',
  coverOf: 'Cover of {title}',
  feed: 'New in {name} Academy',
}).translated({ de });
