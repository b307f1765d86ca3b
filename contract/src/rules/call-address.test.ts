import { describe, expect, it } from 'vitest';
import { callAddress } from './call-address.ts';

describe('the address of a call', () => {
  it('holds its parameters and its query, whatever characters they have', () => {
    const address = callAddress({ path: '/lessons/:course/:lesson' }, { params: { course: 'a/b', lesson: 'ü' } });
    expect(address).toBe('/lessons/a%2Fb/%C3%BC');
    expect(callAddress({ path: '/search' }, { query: { q: 'a&b=c d' } })).toBe('/search?q=a%26b%3Dc%20d');
  });

  it('repeats the name of a list, and leaves out what is not given', () => {
    const query = { topic: ['rest', 'testing'], level: undefined, sort: null, pageNumber: 0 };
    expect(callAddress({ path: '/courses/list' }, { query })).toBe(
      '/courses/list?topic=rest&topic=testing&pageNumber=0',
    );
    expect(callAddress({ path: '/courses/list' }, { query: { topic: [] } })).toBe('/courses/list');
  });
});
