import type { BuiltQuestion } from '@academy/content/built-item';
import { AcademyError } from '@academy/contract/errors';
import { replyTexts } from '../http/reply-texts.ts';

/**
 * The chosen options of a question without duplicates. @throws AcademyError invalid-input for a choice that the
 * question does not allow
 */
export function chosenOptions({ options, type }: BuiltQuestion, selected: readonly string[]): string[] {
  const chosen = [...new Set(selected)];
  const known = new Set(options.map(({ optionKey }) => optionKey));
  if (!chosen.every((key) => known.has(key))) throw invalid(replyTexts.notOption);
  if (type === 'single-check' && chosen.length > 1) throw invalid(replyTexts.oneOption);
  return chosen;
}

const invalid = (message: string) => new AcademyError('invalid-input', { message, field: 'selected' });
