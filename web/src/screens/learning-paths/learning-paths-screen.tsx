import { learningPathList } from '../../api/learning-paths.ts';
import { prefetchList, statusOfList, useListReady } from '../../api/list-reads.ts';
import { filtersOf } from '../../list-views/list-filters.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { learningPathTexts } from './learning-path-texts.ts';
import { LearningPathsList } from './learning-paths-list.tsx';

const CATEGORIES = ['topic', 'level', 'progress', 'favorite'];

export const prefetch = ({ client, search }: ScreenContext<'/paths'>) =>
  prefetchList(client, learningPathList, filtersOf(search, CATEGORIES));
export const status = ({ client, search }: ScreenContext<'/paths'>) =>
  statusOfList(client, learningPathList, filtersOf(search, CATEGORIES));
export const head = ({ tenant, search }: ScreenContext<'/paths'>) => {
  const { page } = filtersOf(search, []);
  return {
    title: page > 1 ? learningPathTexts.titlePage({ page }) : learningPathTexts.title,
    description: tenant.sections.paths.text,
  };
};

/** All learning paths of this academy. */
export default function LearningPathsScreen({ search }: ScreenProps<'/paths'>) {
  useListReady(learningPathList, filtersOf(search, CATEGORIES));
  return (
    <div className="page">
      <LearningPathsList search={search} categories={CATEGORIES} />
    </div>
  );
}
