import { AcademyError } from '@academy/contract/errors';
import {
  getAttempt,
  getKnowledgeCheck,
  type KnowledgeCheck,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/knowledge-checks';
import { attemptRules } from '@academy/contract/rules/attempt-rules';
import type { CallTable } from '../calls/bind.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';
import type { AttemptsService } from './attempts.service.ts';
import { presentQuestion } from './questions.present.ts';

const CLOSED: Omit<KnowledgeCheck, 'lessonId' | 'locked'> = {
  introContent: '',
  closingContent: '',
  totalQuestions: 0,
  passingMarks: null,
  canRetake: true,
  questions: [],
};

export function bindKnowledgeChecks(calls: CallTable, lessons: LessonsService): void {
  calls.bind(getKnowledgeCheck, async ({ scope, params }) => {
    const { item, part } = await lessons.withKnowledgeCheck(scope, params);
    const { lessonId, locked, type } = item;
    if (part === 'none' || (part === null && type !== 'knowledge-check')) throw new AcademyError('not-found');
    if (part === null) return { lessonId, locked, ...CLOSED };
    return {
      lessonId,
      locked,
      introContent: part.intro,
      closingContent: part.closing,
      totalQuestions: part.asked,
      passingMarks: part.passingGrade,
      canRetake: attemptRules(part).attempts !== 1,
      rules: attemptRules(part),
      questions: part.questions.map(presentQuestion),
    };
  });
}

export function bindAttempts(calls: CallTable, attempts: AttemptsService): void {
  calls.bind(openAttempt, ({ scope, body }) => attempts.open(scope, body.lessonId, body.attemptId));

  calls.bind(saveAnswer, async ({ scope, params, body }) => {
    await attempts.save(scope, params.attemptId, body.questionKey, body.selected);
    return { saved: true as const };
  });

  // Marking is idempotent by the attempt, so the key of the request is ignored.
  calls.bind(submitAttempt, ({ scope, params }) => attempts.submit(scope, params.attemptId));

  calls.bind(listAttempts, ({ scope, query }) => attempts.list(scope, query.lessonId));

  calls.bind(getAttempt, ({ scope, params }) => attempts.read(scope, params.attemptId));
}
