import type { LabProviderName } from '@academy/contract/labs';
import type { Lesson } from '@academy/contract/lessons';
import { lessonTexts } from './lesson-texts.ts';

/**
 * The text beside the button that leads to a lesson's lab or questions.
 *
 * @param hasLab false: the lab is not published, so there is no button
 */
export function furtherWords(type: Lesson['type'], labProvider: LabProviderName | null, hasLab: boolean): string {
  if (type === 'lab' && !hasLab) return lessonTexts.labNotPublished;
  if (type === 'lab') return labProvider === null ? lessonTexts.labNotStarted : lessonTexts[labProvider];
  return type === 'knowledge-check' ? lessonTexts.checkToPass : lessonTexts.questions;
}
