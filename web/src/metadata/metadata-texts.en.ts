import { messages } from '@academy/contract/i18n/messages';

/** What search engines, readers of feeds and previews of links are told. */
export const en = messages({
  lessonOf: 'A lesson of {course}',
  coverOf: 'Cover of {title}',
  feed: 'New in {name} Academy',
});
