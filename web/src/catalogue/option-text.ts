import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import { catalogueTexts } from './catalogue-texts.ts';

const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
const TYPES = ['article', 'lab', 'video'] as const;

const textOf = (known: readonly (typeof LEVELS | typeof TYPES)[number][], value: string): string => {
  const name = normaliseOption(value);
  const key = known.find((one) => one === name);
  return key === undefined ? titleOfOption(name) : catalogueTexts[key];
};

/** The level of a course, guide or learning path. Authors may write others than the known ones: those stay as they are. */
export const levelText = (level: string): string => textOf(LEVELS, level);

/** What a guide is: an article, a lab, a video. */
export const typeText = (type: string): string => textOf(TYPES, type);
