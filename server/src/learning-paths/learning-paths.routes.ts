import { getLearningPath, listLearningPaths } from '@academy/contract/learning-paths';
import type { CallTable } from '../calls/bind.ts';
import type { LearningPathsService } from './learning-paths.service.ts';

export function bindLearningPaths(calls: CallTable, paths: LearningPathsService): void {
  calls.bind(listLearningPaths, ({ scope, query }) => paths.list(scope, query));

  calls.bind(getLearningPath, ({ scope, query }) => paths.details(scope, query.slug));
}
