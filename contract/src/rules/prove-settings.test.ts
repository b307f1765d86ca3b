import { describe, expect, it } from 'vitest';
import { readProveSettings } from './prove-settings.ts';

describe('how an action is proved', () => {
  it('follows the defaults where its author says nothing', () => {
    expect(readProveSettings(undefined)).toEqual({
      settings: {
        ...{ status: 0, runs: false, until: null, seconds: null },
        ...{ before: 'fail', after: 'pass', byHand: null, answers: null, uploads: {}, skip: null },
      },
      problem: null,
    });
  });

  it('follows what its author says', () => {
    const { settings, problem } = readProveSettings({ status: 1, byHand: 'touch x', before: 'pass' });
    expect(problem).toBeNull();
    expect(settings).toMatchObject({ status: 1, byHand: 'touch x', before: 'pass', after: 'pass' });
  });

  it.each([
    [{ state: 1 }, 'has no "state"; there are status,'],
    [{ status: 300 }, '"status" must be <=255'],
    [{ before: 'maybe' }, '"before" must be ("fail" | "pass")'],
    ['status: 1', 'must be lines such as "status: 1" (status,'],
  ])('names what is wrong with %j', (value, problem) => {
    expect(readProveSettings(value).problem).toContain(problem);
  });
});
