import { getLearner, getTaughtLearner, listLearners } from '@academy/contract/people-learners';
import type { CallTable } from '../calls/bind.ts';
import type { LearnerService } from './learner.service.ts';
import type { TaughtLearnersService } from './taught-learners.service.ts';

export function bindPeopleLearners(calls: CallTable, learners: LearnerService, taught: TaughtLearnersService): void {
  calls.bind(getLearner, ({ params }) => learners.details(params.userId));

  calls.bind(listLearners, async ({ scope, query }) => ({ result: await taught.list(scope, query.q, query) }));

  calls.bind(getTaughtLearner, ({ scope, params }) => taught.details(scope, params.userId));
}
