import { describe, expect, it } from 'vitest';
import { CALLS } from '../calls.ts';
import { acceptsIdToken, CACHED_CALLS, styleOf } from './call-style.ts';

const own = { progressFilterRequired: 'true' };
const named = (names: readonly string[]) => CALLS.filter(({ name }) => names.includes(name));

describe('the two call styles', () => {
  // Shows clauses#two-call-styles
  it('style two is for lists and details of what the academy published', () => {
    // By address, as other programs know them; the code uses names.
    const addresses = CALLS.filter((call) => styleOf(call, {}) === 'cached').map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(addresses.toSorted()).toEqual([
      'GET /courses/details',
      'GET /courses/list',
      'GET /guides/details',
      'GET /guides/list',
      'GET /instructors/list',
      'GET /instructors/profile',
      'GET /pages/:slug',
      'GET /paths/details',
      'GET /paths/list',
    ]);
  });

  it('every name of the table is a call, and one that changes nothing', () => {
    const found = named([...CACHED_CALLS]);
    expect(found.map(({ name }) => name).sort()).toEqual([...CACHED_CALLS].sort());
    expect(found.filter((call) => call.method !== 'GET' || call.changes)).toEqual([]);
  });

  it('a list of what is the learner’s own is style one', () => {
    for (const call of CALLS) expect(styleOf(call, own), call.name).toBe('bearer');
    const [courses] = named(['listCourses']);
    expect(courses && styleOf(courses, { progressFilterRequired: 'false' })).toBe('cached');
  });

  // Shows clauses#two-call-styles
  it('an id token is no bearer of a call that changes something', () => {
    for (const call of CALLS) {
      expect(acceptsIdToken(call, {}), call.name).toBe(CACHED_CALLS.has(call.name));
      expect(acceptsIdToken({ ...call, changes: true }, {}), call.name).toBe(false);
      expect(acceptsIdToken(call, own), call.name).toBe(false);
    }
  });
});
