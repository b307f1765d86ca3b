import { getLearningPath, listLearningPaths } from '@academy/contract/learning-paths';
import type { CallTable } from '../calls/bind.ts';
import { withFavorites } from '../catalogue/categories.ts';
import type { LearningPathsService } from './learning-paths.service.ts';

export function bindLearningPaths(calls: CallTable, paths: LearningPathsService): void {
  calls.bind(listLearningPaths, async ({ scope }) => {
    const { items, categories, favoriteCount } = await paths.list(scope);
    return { paths: items, categories: withFavorites(categories, favoriteCount) };
  });

  calls.bind(getLearningPath, ({ scope, query }) => paths.details(scope, query.slug));
}
