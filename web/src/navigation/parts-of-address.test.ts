import { expect, test } from 'vitest';
import { partsOfAddress, slugsOf } from './parts-of-address.ts';

const water = { slug: 'tea', lessonSlug: 'water' };

test('an address names the same lesson, guide or page in each language', () => {
  for (const language of ['', '/de']) {
    expect(partsOfAddress(`${language}/courses/tea/lessons/water`)).toEqual(water);
    expect(partsOfAddress(`${language}/courses/tea/lessons/water/lab`)).toEqual(water);
    expect(partsOfAddress(`${language}/guides/coffee`)).toMatchObject({ slug: 'coffee' });
    expect(partsOfAddress(`${language}/terms`)).toEqual({ pageSlug: 'terms' });
  }
});

test('an address that names nothing has no parts', () => {
  for (const address of ['', '/', '/not-found', '/a/b/c', '/courses/%2f/lessons/x', '/..%2f..', '/de'])
    expect(partsOfAddress(address)).toBeNull();
});

test('labs find the lesson or guide that they belong to in each language', () => {
  for (const language of ['', '/de']) {
    expect(slugsOf(`${language}/courses/tea/lessons/water`)).toEqual(water);
    expect(slugsOf(`${language}/guides/coffee`)).toMatchObject({ slug: 'coffee', lessonSlug: '' });
  }
});
