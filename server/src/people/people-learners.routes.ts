import { getLearner } from '@academy/contract/people-learners';
import type { CallTable } from '../calls/bind.ts';
import type { LearnerService } from './learner.service.ts';

export function bindPeopleLearners(calls: CallTable, learners: LearnerService): void {
  calls.bind(getLearner, ({ params }) => learners.details(params.userId));
}
