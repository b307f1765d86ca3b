import { expect, test } from 'vitest';
import { averageText, pageText, percent, ratedText, weekText } from './statistics-text.ts';

test('a week is called by its Monday, wherever the reader is', () => {
  expect(weekText('2030-01-28')).toBe('Jan 28');
});

test('shares are whole percent, and nothing of nothing is none', () => {
  expect([percent(1, 3), percent(2, 3), percent(0, 0)]).toEqual([33, 67, 0]);
});

test('the average of stars counts each as often as it was given', () => {
  expect(averageText([1, 0, 0, 0, 1])).toBe('3.0');
  expect(averageText([0, 0, 0, 1, 2])).toBe('4.7');
  expect(averageText([0, 0, 0, 0, 0])).toBe('0.0');
});

test('what is rated has its title, and what is gone says so', () => {
  expect(ratedText({ type: '', id: null, title: null, stars: [] })).toBe('The academy');
  expect(ratedText({ type: 'lesson', id: 'x-1', title: null, stars: [] })).toBe('Lesson x-1 (deleted)');
});

test('a viewed page is called by its title, a screen by its name', () => {
  expect(pageText({ kind: 'screen', id: '/', title: null, views: 1 })).toBe('Home');
  expect(pageText({ kind: 'screen', id: '/courses', title: null, views: 1 })).toBe('Courses');
  expect(pageText({ kind: 'lesson', id: 'x-1', title: 'First', views: 1 })).toBe('Lesson: First');
  expect(pageText({ kind: 'guide', id: 'x-2', title: null, views: 1 })).toBe('Guide: x-2 (deleted)');
});
