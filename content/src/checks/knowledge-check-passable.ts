import type { Quiz } from '@academy/contract/rules/quiz-markup';
import type { FindingList } from '../finding-list.ts';

/** A check has a passing grade, questions with which it can be reached, and a warning where there is one attempt only. */
export function checkPassable(
  {
    settings: { passingGrade, enableRetry, attempts },
    questions,
    asked,
  }: Pick<Quiz, 'settings' | 'questions' | 'asked'>,
  file: string,
  findings: FindingList,
): void {
  const [first] = questions;
  if (passingGrade === undefined && first !== undefined) {
    const message =
      'nothing says how much must be right, so one right answer is enough; add passingGrade: 60 to the settings of the check';
    findings.warning('quiz-grade-missing', file, first.question.line, message);
  }
  const only = attempts?.value === 1 ? attempts : attempts === undefined && enableRetry?.value === false && enableRetry;
  if (only && passingGrade?.value !== 0 && questions.length > 0) {
    const message =
      'learners who do not pass at their only attempt cannot complete the course, nor get its certificate, until an administrator or instructor grants them another one; allow more unless that is meant';
    findings.warning('quiz-only-attempt', file, only.line, message);
  }
  if (passingGrade === undefined || passingGrade.value === 0 || (questions.length > 0 && asked > 0)) return;
  const message = `nobody can pass: ${passingGrade.value} percent are needed and no question is valid; mend the questions or remove passingGrade`;
  findings.error('quiz-cannot-pass', file, passingGrade.line, message);
}
