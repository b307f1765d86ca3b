import { describe, expect, it } from 'vitest';
import { answersOf, chosenAfter, unansweredIn } from './quiz-answers.ts';

const option = (optionKey: string, isChecked = false) => ({ optionKey, html: '', isChecked });
const question = (questionKey: string, options: ReturnType<typeof option>[]) => ({
  questionKey,
  question: '',
  description: '',
  hint: null,
  type: 'multi-check' as const,
  options,
});
const attempt = { questions: [question('one', [option('a', true), option('b')]), question('two', [option('a')])] };

describe('the answers of an attempt', () => {
  it('are what the server has, with what waits to be sent in its place', () => {
    expect(answersOf(attempt, [])).toEqual({ one: ['a'], two: [] });
    expect(answersOf(attempt, [{ questionKey: 'one', selected: ['b'] }])).toEqual({ one: ['b'], two: [] });
    expect(answersOf(attempt, [{ questionKey: 'one', selected: [] }])).toEqual({ one: [], two: [] });
  });

  it('are missing where nothing is chosen', () => {
    expect(unansweredIn(attempt, answersOf(attempt, []))).toEqual([1]);
    expect(unansweredIn(attempt, {})).toEqual([0, 1]);
  });
});

describe('choosing an option', () => {
  it('replaces a single choice', () => {
    expect(chosenAfter(['a'], { type: 'single-check', optionKey: 'b', isChecked: true })).toEqual(['b']);
  });
  it('adds to several, and takes out of them', () => {
    expect(chosenAfter(['a'], { type: 'multi-check', optionKey: 'b', isChecked: true })).toEqual(['a', 'b']);
    expect(chosenAfter(['a', 'b'], { type: 'multi-check', optionKey: 'a', isChecked: false })).toEqual(['b']);
  });
});
