import { ContactFieldsSchema } from '@academy/contract/contact';
import { TEXTS } from '@academy/contract/texts';
import * as v from 'valibot';
import type { Problems } from '../../forms/use-submit.ts';
import { contactTexts } from './contact-texts.ts';

export type ContactField = 'firstName' | 'lastName' | 'email' | 'subject' | 'message';

/** The label of a field, which readers know it by. */
const labelOf = (field: ContactField): string => contactTexts[field === 'subject' ? 'topic' : field];

/** What is wrong with the form, by the rules that the server has, too. */
export function contactProblems(form: Readonly<Record<ContactField, string>>): Problems<ContactField> {
  const { issues = [] } = v.safeParse(ContactFieldsSchema, form);
  const problems: Problems<ContactField> = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue) as ContactField;
    problems[field] ??=
      form[field].trim() === ''
        ? TEXTS.fieldRequired({ field: labelOf(field) })
        : contactTexts.problem({ message: issue.message });
  }
  return problems;
}
