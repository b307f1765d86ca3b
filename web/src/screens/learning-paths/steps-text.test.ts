import { expect, test } from 'vitest';
import { stepsText } from './steps-text.ts';

const course = { type: 'course', available: true } as const;
const exam = { type: 'test', available: true } as const;

test('a path says how many courses and exams it has', () => {
  expect(stepsText([course])).toBe('1 course');
  expect(stepsText([course, course, exam])).toBe('2 courses and 1 exam');
  expect(stepsText([exam, exam])).toBe('2 exams');
});

test('a step that the academy does not have counts nowhere', () => {
  expect(stepsText([course, { type: 'course', available: false }])).toBe('1 course');
  expect(stepsText([{ type: 'test', available: false }])).toBe('No steps yet');
});
