import { EmailSchema } from '@academy/contract/email';
import * as v from 'valibot';
import { authTexts } from './auth-texts.ts';

/** @returns the normalised address, or the error of the field */
export function checkEmail(typed: string): { address: string; problem: string | null } {
  const parsed = v.safeParse(EmailSchema, typed);
  if (parsed.success) return { address: parsed.output, problem: null };
  return { address: '', problem: typed.trim() === '' ? 'email is a required field' : authTexts.noEmail };
}

export { findLogin } from '../../api/people.ts';
