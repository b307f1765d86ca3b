import { expect, test } from 'vitest';
import { courseHref } from './course-href.ts';

const here = { tenantId: 'kube' };
const config = { tenantOrigins: { kube: 'https://kube.example.org', spring: 'https://spring.example.org' } };

test("a course of another academy has an address of that academy's origin", () => {
  expect(courseHref({ tenantId: 'kube', slug: 'pods' }, here, config)).toBe('/courses/pods');
  expect(courseHref({ tenantId: 'spring', slug: 'a b' }, here, config)).toBe(
    'https://spring.example.org/courses/a%20b',
  );
});

test('an academy that this installation does not know leads nowhere else', () => {
  expect(courseHref({ tenantId: 'other', slug: 'pods' }, here, config)).toBe('/courses/pods');
});
