import { EmailSchema } from '@academy/contract/email';
import { TEXTS } from '@academy/contract/texts';
import * as v from 'valibot';
import { managedEmailTexts } from './managed-email-texts.ts';

/** What is wrong with a typed address, for the field that holds it; nothing is wrong with none. */
export function emailProblems(typed: string): { email?: string } {
  if (typed.trim() === '') return { email: TEXTS.fieldRequired({ field: managedEmailTexts.emailField }) };
  return v.is(EmailSchema, typed) ? {} : { email: managedEmailTexts.noEmail };
}
