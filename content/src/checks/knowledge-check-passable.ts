import type { Quiz } from '@academy/contract/rules/quiz-markup';
import type { FindingList } from '../finding-list.ts';

/** A check that asks for a grade has questions to earn it with. */
export function checkPassable(
  { settings: { passingGrade }, questions, asked }: Pick<Quiz, 'settings' | 'questions' | 'asked'>,
  file: string,
  findings: FindingList,
): void {
  if (passingGrade === undefined || passingGrade.value === 0 || (questions.length > 0 && asked > 0)) return;
  const message = `nobody can pass: ${passingGrade.value} percent are needed and no question is valid; mend the questions or remove passingGrade`;
  findings.error('quiz-cannot-pass', file, passingGrade.line, message);
}
