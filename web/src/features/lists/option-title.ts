import { titleOfOption } from '@academy/contract/rules/option-names';
import { levelText, typeText } from '../../catalogue/option-text.ts';
import { listTexts } from './list-texts.ts';

/** The options of the learner's progress, in their order. */
export const PROGRESS_OPTIONS = ['not-started', 'in-progress', 'completed'] as const;

/** @param given the title in the list's reply: topics have names that authors gave them */
export function optionTitle(category: string, option: string, given = titleOfOption(option)): string {
  if (category === 'favorite') return listTexts.favorites;
  if (category === 'level') return levelText(option);
  if (category === 'type') return typeText(option);
  if (category === 'progress') return listTexts[PROGRESS_OPTIONS.find((one) => one === option) ?? 'not-started'];
  return given;
}
