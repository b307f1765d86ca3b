import { expect, test } from 'vitest';
import { aCourse, aLesson, brief, filesOf } from '../testing/content.ts';
import { unknownFields } from './unknown-fields.ts';

test('an unknown field is reported with its line, also in lists and lessons', () => {
  const files = aCourse({
    'course.json': '{\n"id": "x",\n"entitlement": ["pro"],\n"settings": { "debug.version": "1",\n"colour": "red" }\n}',
    '01-start/01-hello/lesson.json': aLesson('hello', { settings: { links: [{ text: 'a', url: '/', rel: 'x' }] } }),
    '01-start/module.json': '{ "id": "x", "duration": 60, "colour": 1 }',
    'images/lesson.json.md': '{ "colour": 1 }',
  });
  expect(brief(unknownFields('course', files, 'course.json'))).toEqual([
    '01-start/01-hello/lesson.json:13 warning field-unknown',
    '01-start/module.json:1 warning field-unknown',
    'course.json:3 warning field-unknown',
    'course.json:5 warning field-unknown',
  ]);
});

test('tags are a list, and texts with settings at their head are read elsewhere', () => {
  const tags = filesOf({ 'tags.json': [{ slug: 'a', name: 'A', type: 'topic', icon: 'x' }] });
  expect(brief(unknownFields('tags', tags, 'tags.json'))).toEqual(['tags.json:6 warning field-unknown']);
  const guide = filesOf({ 'index.md': '---\ncolour: red\n---\n' });
  expect(unknownFields('guide', guide, 'index.md')).toEqual([]);
});

test.each([
  ['entitlement', 'entitlements'],
  ['Entitlements', 'entitlements'],
  ['entitelments', 'entitlements'],
  ['enttlmnts', null],
  ['statu', 'status'],
  ['tittle', 'title'],
  ['ids', null],
  ['colour', null],
])('the name "%s" is reported with the similar field name', (name, meant) => {
  const files = new Map([['guide.json', new TextEncoder().encode(JSON.stringify({ id: 'spring-a', [name]: 'x' }))]]);
  const told = unknownFields('guide', files, 'guide.json');
  expect(told.map(({ message }) => /Did you mean "(\w+)"/.exec(message)?.[1] ?? null)).toEqual([meant]);
});
