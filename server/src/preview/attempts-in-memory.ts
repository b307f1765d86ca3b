import { randomInt } from 'node:crypto';
import { AcademyError } from '@academy/contract/errors';
import type { AttemptResult } from '@academy/contract/knowledge-checks';
import { attemptRules } from '@academy/contract/rules/attempt-rules';
import { drawQuestions } from '@academy/contract/rules/quiz-drawing';
import { markAttempt } from '@academy/contract/rules/quiz-marking';
import { presentAttempt, resultOf } from '../knowledge-checks/attempts.present.ts';
import type { AttemptsService } from '../knowledge-checks/attempts.service.ts';
import type { AttemptRow } from '../knowledge-checks/attempts.store.ts';
import { type CheckSources, checksOfLessons } from '../knowledge-checks/checks-of-lessons.ts';
import { chosenOptions } from '../knowledge-checks/chosen-options.ts';

/** The oldest of more are forgotten. */
const MAX_ATTEMPTS = 100;

/**
 * The attempts of a preview's visitor, kept until it ends. An attempt ends when its check is changed, so that authors
 * answer what they have just written.
 */
export function attemptsInMemory(sources: CheckSources): AttemptsService {
  const { checkOf } = checksOfLessons(sources);
  const kept = new Map<string, { row: AttemptRow; check: string }>();
  const rowOf = (attemptId: string): AttemptRow => {
    const found = kept.get(attemptId);
    if (found === undefined) throw new AcademyError('not-found', { field: 'attemptId' });
    return found.row;
  };

  return {
    async open(scope, lessonId, attemptId) {
      const check = await checkOf(scope, lessonId);
      const written = JSON.stringify(check);
      const known = attemptId === undefined ? undefined : kept.get(attemptId);
      if (known?.row.lessonId === lessonId && known.check === written) return presentAttempt(known.row);
      const { intro, closing, passingGrade, passMessage, failMessage, enableRetry } = check;
      const questions = drawQuestions(check, (limit) => randomInt(limit));
      const begun = new Date();
      const row: AttemptRow = {
        ...{ attemptId: crypto.randomUUID(), personId: null, lessonId, selected: {}, total: questions.length },
        asked: {
          intro,
          closing,
          passingGrade,
          passMessage,
          failMessage,
          enableRetry,
          ...attemptRules(check),
          questions,
        },
        ...{ score: null, passed: null, createdAt: begun, updatedAt: begun, submittedAt: null, retryGrantedAt: null },
        moreTime: 0,
      };
      kept.set(row.attemptId, { row, check: written });
      for (const oldest of [...kept.keys()].slice(0, -MAX_ATTEMPTS)) kept.delete(oldest);
      return presentAttempt(row);
    },

    async save(_scope, attemptId, questionKey, selected) {
      const row = rowOf(attemptId);
      const question = row.asked.questions.find((one) => one.questionKey === questionKey);
      if (question === undefined) throw new AcademyError('invalid-input', { field: 'questionKey' });
      if (row.submittedAt !== null) throw new AcademyError('already-submitted', { field: 'attemptId' });
      row.selected = { ...row.selected, [questionKey]: chosenOptions(question, selected) };
    },

    async submit(_scope, attemptId) {
      const row = rowOf(attemptId);
      if (row.submittedAt === null) {
        const { score, passed } = markAttempt(row.asked.questions, row.selected, row.asked.passingGrade);
        Object.assign(row, { score, passed, submittedAt: new Date() });
      }
      return resultOf(row) as AttemptResult;
    },

    async read(_scope, attemptId) {
      return presentAttempt(rowOf(attemptId));
    },

    // Visitors have no history.
    async list() {
      return { attempts: [], best: null };
    },
  };
}
