import type { LessonType } from '@academy/contract/lessons';
import { findQuizBlocks, withoutQuizBlocks } from '@academy/contract/rules/quiz-blocks';
import { parseQuiz, type Quiz } from '@academy/contract/rules/quiz-markup';
import type { FindingList } from '../finding-list.ts';
import type { TextSource } from '../text-source.ts';

/** The text of a lesson in its two parts. */
export interface LessonText {
  /** Without knowledge checks, line numbers unchanged. */
  text: TextSource;
  /** Null: the lesson is shown like an article. */
  quiz: Quiz | null;
}

/** Separates the knowledge check from a lesson's text; only lessons of its own type show it. */
export function readKnowledgeCheck(content: TextSource, type: LessonType, findings: FindingList): LessonText {
  const blocks = findQuizBlocks(content.text);
  const [first] = blocks;
  const text = { ...content, text: withoutQuizBlocks(content.text, blocks) };
  if (type === 'knowledge-check') {
    const quiz = parseQuiz(content.text);
    for (const { severity, code, line, message } of quiz?.findings ?? []) {
      findings[severity](code, content.file, line, message);
    }
    if (quiz === null) {
      const message = 'a knowledge check without questions; add a block ```quizdown';
      findings.warning('quiz-missing', content.file, 1, message);
    }
    return { text, quiz };
  }
  if (first !== undefined) {
    const message = `questions belong to a lesson of type "knowledge-check", not "${type}"; they are left out`;
    findings.warning('quiz-wrong-type', content.file, first.from + 1, message);
  }
  for (const { from } of blocks.filter(({ closed }) => !closed)) {
    const message = 'the knowledge check that opens here is not closed before the end of the file; close it';
    findings.error('quiz-unclosed', content.file, from + 1, message);
  }
  return { text, quiz: null };
}
