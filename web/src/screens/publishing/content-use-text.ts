import type { ContentUse } from '../../api/publishing-admin.ts';

const some = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What learners have of an item, in one sentence. */
export function contentUseText({ learners, favorites, learningPaths }: ContentUse): string {
  const parts = [
    learners === 0 ? '' : `${some(learners, 'learner has', 'learners have')} progress in it`,
    favorites === 0 ? '' : `${some(favorites, 'has', 'have')} it among the favorites`,
    learningPaths.length === 0 ? '' : `it is a step of ${learningPaths.map((title) => `“${title}”`).join(', ')}`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'No learner has progress in it or keeps it as a favorite.';
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
