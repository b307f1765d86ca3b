import type { BuiltQuestion } from '@academy/content/built-item';
import { AcademyError } from '@academy/contract/errors';
import { getKnowledgeCheck, type KnowledgeCheck, type Question } from '@academy/contract/knowledge-checks';
import type { CallTable } from '../calls/bind.ts';
import type { LessonsService } from '../lessons/lessons.service.ts';

const CLOSED: Omit<KnowledgeCheck, 'lessonId' | 'locked'> = {
  introContent: '',
  closingContent: '',
  totalQuestions: 0,
  passingMarks: null,
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
      questions: part.questions.map(asked),
    };
  });
}

/** A question as it is asked: fields are named one by one, so that no answer can slip through (security rule 8). */
function asked({ questionKey, question, description, hint, type, options }: BuiltQuestion): Question {
  return {
    questionKey,
    question,
    description,
    hint,
    type,
    options: options.map(({ optionKey, html }) => ({ optionKey, html })),
  };
}
