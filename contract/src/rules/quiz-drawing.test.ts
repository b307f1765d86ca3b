import { describe, expect, test } from 'vitest';
import { drawQuestions } from './quiz-drawing.ts';

const optionsOf = (names: string) => names.split(' ').map((html) => ({ html }));
const textOf = ({ options }: { options: { html: string }[] }) => options.map(({ html }) => html).join();

const check = (more: object = {}) => ({
  asked: 3,
  shuffleQuestions: false,
  questions: ['one', 'two', 'three', 'four'].map((name) => ({
    name,
    shuffleAnswers: false,
    options: optionsOf('a b c'),
  })),
  ...more,
});
const names = (questions: { name: string }[]) => questions.map(({ name }) => name);
const last = (limit: number) => limit - 1;

describe('the questions of an attempt', () => {
  test("are the first ones in the author's order", () => {
    expect(names(drawQuestions(check(), last))).toEqual(['one', 'two', 'three']);
  });

  test('are in any order when they are shuffled, each at most once', () => {
    expect(names(drawQuestions(check({ shuffleQuestions: true }), last))).toEqual(['four', 'three', 'two']);
    const below = (limit: number) => Math.floor(Math.random() * limit);
    for (let time = 0; time < 50; time += 1)
      expect(new Set(names(drawQuestions(check({ shuffleQuestions: true }), below))).size).toBe(3);
  });

  test('keep the order of their options unless they say otherwise', () => {
    const [still, moved] = [false, true].map((shuffleAnswers) => ({
      name: '',
      shuffleAnswers,
      options: optionsOf('a b'),
    }));
    const drawn = drawQuestions(check({ asked: 2, questions: [still, moved] }), last);
    expect(drawn.map(textOf)).toEqual(['a,b', 'b,a']);
  });

  test('keep options about all others in their place', () => {
    const drawn = (...words: string[]) => {
      const options = words.map((html) => ({ html }));
      return drawQuestions(check({ questions: [{ name: '', shuffleAnswers: true, options }] }), last).map(textOf);
    };
    expect(drawn('<p>a</p>', '<p>b</p>', '<p>All of the above</p>')).toEqual([
      '<p>b</p>,<p>a</p>,<p>All of the above</p>',
    ]);
    expect(drawn('a', 'b', 'All of the above', 'd', 'e')).toEqual(['b,a,All of the above,e,d']);
    expect(drawn('Keine der genannten', 'b', 'c')).toEqual(['Keine der genannten,c,b']);
    expect(drawn('a', 'b', 'Both A and B')).toEqual(['a,b,Both A and B']);
  });
});
