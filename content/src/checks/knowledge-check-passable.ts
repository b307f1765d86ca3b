import type { BuiltKnowledgeCheck } from '../built-item.ts';
import type { FindingList } from '../finding-list.ts';

/**
 * A check that asks for a grade has questions to earn it with.
 *
 * @param line of the block that holds the questions
 */
export function checkPassable(
  { passingGrade, questions, asked }: Pick<BuiltKnowledgeCheck, 'passingGrade' | 'questions' | 'asked'>,
  file: string,
  line: number,
  findings: FindingList,
): void {
  if (passingGrade === null || passingGrade === 0 || (questions.length > 0 && asked > 0)) return;
  const message = `nobody can pass: ${passingGrade} percent are needed and no question is valid; mend the questions or remove passingGrade`;
  findings.error('quiz-cannot-pass', file, line, message);
}
