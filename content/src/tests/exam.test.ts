import { expect, test } from 'vitest';
import { builtItem } from '../testing/content.ts';

test('a test may share its id with a path and have no description', async () => {
  const { item, findings } = await builtItem('test', {
    'test.json': {
      ...{ id: 'spring-p', slug: 'p', title: 'Exam', status: 'live', order: 10, entitlements: ['pro'], settings: {} },
    },
    'description.md': '',
    'summary.md': '# Get Certified\n\nSee the [answers](./faq).',
  });
  expect(findings).toEqual([]);
  expect(item).toMatchObject({
    sortOrder: 10,
    data: { description: '', entitlements: ['pro'], course: null },
    search: [],
  });
  expect(item.data.summary).toContain('<a href="./faq">answers</a>');
});

test('a test may be taken in a course of knowledge checks', async () => {
  const of = (course: string) =>
    builtItem('test', {
      'test.json': JSON.stringify(
        { id: 'spring-p', slug: 'p', title: 'Exam', status: 'live', settings: { course } },
        null,
        1,
      ),
    });
  expect((await of('spring-exam')).item.data.course).toBe('spring-exam');
  const wrong = await of('../exam');
  expect(wrong.item.data.course).toBeNull();
  expect(wrong.findings).toEqual(['test.json:7 error test-course']);
});
