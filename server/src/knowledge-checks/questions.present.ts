import type { BuiltQuestion } from '@academy/content/built-item';
import type { Question } from '@academy/contract/knowledge-checks';

/** A question as it is asked: fields are named one by one, so that no answer can slip through. */
export function presentQuestion({ questionKey, question, description, hint, type, options }: BuiltQuestion): Question {
  return {
    questionKey,
    question,
    description,
    hint,
    type,
    options: options.map(({ optionKey, html }) => ({ optionKey, html })),
  };
}
