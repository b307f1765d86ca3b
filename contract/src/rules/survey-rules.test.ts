import { expect, test } from 'vitest';
import { surveyProblems } from './survey-rules.ts';

const answers = { levels: ['beginner'], customQuestionAnswers: ['spring-boot'], otherAnswer: '' };
const good = { rating: 4, moreComments: '', answers };

// Shows clauses#feedback-and-survey
test('stars or comments are enough, and one of them is needed', () => {
  expect(surveyProblems(good, true)).toEqual({});
  expect(surveyProblems({ ...good, rating: null, moreComments: 'More labs.' }, true)).toEqual({});
  for (const rating of [0, null])
    expect(surveyProblems({ ...good, rating, moreComments: ' \n ' }, true)).toEqual({
      rating: 'The rating field is required when comments is not present.',
      moreComments: 'The comments field is required when rating is not present.',
    });
});

// Shows clauses#feedback-and-survey
test("the academy's own question needs an option or a free text", () => {
  const none = { ...good, answers: { ...answers, customQuestionAnswers: [], otherAnswer: '  ' } };
  expect(surveyProblems(none, true)).toEqual({
    customQuestionAnswers: 'The custom question answers field is required.',
  });
  expect(surveyProblems(none, false)).toEqual({});
  expect(surveyProblems({ ...none, answers: { ...none.answers, otherAnswer: 'Kafka' } }, true)).toEqual({});
});

// Shows clauses#feedback-and-survey
test('at least one level is needed', () => {
  expect(surveyProblems({ ...good, answers: { ...answers, levels: [] } }, true)).toEqual({
    levels: 'The levels field is required.',
  });
});
