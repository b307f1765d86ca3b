import type { BuiltQuestion } from '@academy/content/built-item';
import type { Question } from '@academy/contract/knowledge-checks';

/** A question without its answers. Fields are listed one by one, so that no answer is sent by accident. */
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
