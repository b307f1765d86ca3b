import { EmailSchema } from '@academy/contract/email';
import { TEXTS } from '@academy/contract/texts';
import * as v from 'valibot';

/** What is wrong with a typed address, for the field that holds it; nothing is wrong with none. */
export function emailProblems(typed: string): { email?: string } {
  if (typed.trim() === '') return { email: TEXTS.fieldRequired({ field: 'email' }) };
  return v.is(EmailSchema, typed) ? {} : { email: 'This is not an e-mail address' };
}
