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
import type { Notes } from './notes.ts';

/** An attempt, and the check as it was written when it began. */
export interface NotedAttempt {
  row: AttemptRow;
  check: string;
}

/**
 * The attempts of visitors of a preview or a draft, which count for nobody. An attempt ends when its check is changed, so
 * that authors answer what they have just written.
 */
export function notedAttempts(sources: CheckSources, notes: Notes<NotedAttempt>): AttemptsService {
  const { checkOf } = checksOfLessons(sources);
  const noted = async (attemptId: string): Promise<NotedAttempt> => {
    const found = await notes.get(attemptId);
    if (found === null) throw new AcademyError('not-found', { field: 'attemptId' });
    return { ...found, row: withMoments(found.row) };
  };

  return {
    async open(scope, lessonId, attemptId) {
      const check = await checkOf(scope, lessonId);
      const written = JSON.stringify(check);
      const known = attemptId === undefined ? null : await notes.get(attemptId);
      if (known?.row.lessonId === lessonId && known.check === written) return presentAttempt(withMoments(known.row));
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
      await notes.set(row.attemptId, '', { row, check: written });
      return presentAttempt(row);
    },

    async save(_scope, attemptId, questionKey, selected) {
      const { row, check } = await noted(attemptId);
      const question = row.asked.questions.find((one) => one.questionKey === questionKey);
      if (question === undefined) throw new AcademyError('invalid-input', { field: 'questionKey' });
      if (row.submittedAt !== null) throw new AcademyError('already-submitted', { field: 'attemptId' });
      const chosen = { ...row.selected, [questionKey]: chosenOptions(question, selected) };
      await notes.set(attemptId, '', { row: { ...row, selected: chosen }, check });
    },

    async submit(_scope, attemptId) {
      const { row, check } = await noted(attemptId);
      if (row.submittedAt !== null) return resultOf(row) as AttemptResult;
      const { score, passed } = markAttempt(row.asked.questions, row.selected, row.asked.passingGrade);
      const submitted = { ...row, score, passed, submittedAt: new Date() };
      await notes.set(attemptId, '', { row: submitted, check });
      return resultOf(submitted) as AttemptResult;
    },

    async read(_scope, attemptId) {
      return presentAttempt((await noted(attemptId)).row);
    },

    // Visitors have no history.
    async list() {
      return { attempts: [], best: null };
    },
  };
}

/** The moments of a row, which are texts where it was stored as JSON. */
const withMoments = (row: AttemptRow): AttemptRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
  submittedAt: row.submittedAt && new Date(row.submittedAt),
});
