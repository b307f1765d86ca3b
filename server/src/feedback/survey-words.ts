import type { SurveyAnswers } from '@academy/contract/feedback';
import type { Tenant } from '@academy/contract/tenants';

/** A survey's questions with the texts of the chosen answers; questions without an answer are left out. */
export function surveyInWords(
  { survey }: Pick<Tenant, 'survey'>,
  answers: SurveyAnswers,
): { question: string; answer: string }[] {
  // An option that the academy no longer offers is shown by its key.
  const words = (keys: readonly string[], options: Tenant['survey']['options']) =>
    keys.map((key) => options.find((option) => option.key === key)?.value ?? key);
  const own = [...words(answers.customQuestionAnswers, survey.options), answers.otherAnswer].filter(Boolean);
  return [
    { question: survey.prompt, answer: own.join(', ') },
    { question: survey.levelPrompt, answer: words(answers.levels, survey.levels).join(', ') },
  ].filter(({ answer }) => answer !== '');
}
