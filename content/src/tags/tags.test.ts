import { expect, test } from 'vitest';
import { builtItem, findingsOf } from '../testing/content.ts';

test('tags are one item of an academy, with slugs in normal form', async () => {
  const tags = [
    { slug: 'Spring Boot', name: 'Spring Boot®', type: 'topic' },
    { slug: 'api', name: 'API', colour: 'red' },
  ];
  const { item, findings } = await builtItem('tags', { 'tags.json': tags }, { tenantId: 'kube' });
  expect(findings).toEqual([]);
  expect(item).toMatchObject({ id: 'kube-tags', slug: 'kube-tags', search: [] });
  expect(item.data.tags).toEqual([
    { slug: 'spring-boot', name: 'Spring Boot®', type: 'topic' },
    { slug: 'api', name: 'API', type: 'topic' },
  ]);
});

test('an invalid entry is reported with its line, and the others are kept', async () => {
  const text = '[\n{"slug":"a"},\n3,\n{"slug":"b","name":"B"},\n{"slug":"B","name":"C"}\n]';
  const { item, findings } = await builtItem('tags', { 'tags.json': text });
  expect(item.data.tags).toEqual([{ slug: 'b', name: 'B', type: 'topic' }]);
  expect(findings).toEqual([
    'tags.json:2 error tag-incomplete',
    'tags.json:3 error field-type',
    'tags.json:5 warning tag-repeated',
  ]);
});

test('a file that is no list is refused', async () => {
  expect(await findingsOf('tags', { 'tags.json': '{}' })).toEqual(['tags.json:1 fatal json-broken']);
});
