import { expect, test } from 'vitest';
import { builtItem } from '../testing/content.ts';

test('a test may share its id with a path, may have an empty description, and is not found by itself', async () => {
  const { item, findings } = await builtItem('test', {
    'test.json': {
      ...{ id: 'spring-p', slug: 'p', title: 'Exam', status: 'live', order: 10, entitlements: ['pro'], settings: {} },
    },
    'description.md': '',
    'summary.md': '# Get Certified\n\nSee the [answers](./faq).',
  });
  expect(findings).toEqual([]);
  expect(item).toMatchObject({ sortOrder: 10, data: { description: '', entitlements: ['pro'] }, search: [] });
  expect(item.data.summary).toContain('<a href="./faq">answers</a>');
});
