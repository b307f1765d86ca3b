import type { ContentUse } from '../../api/publishing-admin.ts';
import { publishingTexts } from './publishing-texts.ts';

/** What learners have of an item, a sentence for each. */
export function contentUseText({ learners, favorites, learningPaths }: ContentUse): string {
  const sentences = [
    learners === 0 ? '' : publishingTexts.learnersUse({ count: learners }),
    favorites === 0 ? '' : publishingTexts.favoritesUse({ count: favorites }),
    learningPaths.length === 0
      ? ''
      : publishingTexts.pathsUse({ paths: learningPaths.map((title) => `“${title}”`).join(', ') }),
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? publishingTexts.unused : sentences.join(' ');
}
