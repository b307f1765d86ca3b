import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '../../testing/browser.ts';
import { leaveImpersonation, startImpersonation, storedImpersonation } from './impersonation.ts';

const VIEW = { token: 'academy-view.claims.secret', name: 'Lena Learner' };
const PAGE = '/admin/users/lena';
let browser: FakeBrowser;

beforeEach(() => {
  browser = fakeBrowser();
  browser.session.set('draft', 'half a sentence');
  browser.local.set('accessToken', 'the administrator’s');
});
afterEach(() => vi.unstubAllGlobals());

describe('a view', () => {
  test('finds nothing of the administrator in its tab, and leaves shared entries unchanged', () => {
    startImpersonation(VIEW, PAGE);
    expect(browser.left).toEqual(['/']);
    expect(browser.session.get('draft')).toBeUndefined();
    expect(browser.session.get('accessToken')).toBe(VIEW.token);
    expect(browser.session.get('refreshToken')).toBeUndefined();
    expect([...browser.local]).toEqual([['accessToken', 'the administrator’s']]);
    expect(storedImpersonation()).toMatchObject({ name: 'Lena Learner', from: PAGE });
  });

  test('gives the tab back as it was, with a word, whatever was kept meanwhile', () => {
    startImpersonation(VIEW, PAGE);
    browser.session.set('unsent-progress:spring:lena', '[]');
    leaveImpersonation('ended');
    // It has been left already.
    leaveImpersonation();
    expect(browser.left).toEqual(['/', PAGE]);
    expect([...browser.session]).toEqual([
      ['draft', 'half a sentence'],
      ['view-as-ended', 'You are no longer viewing as Lena Learner.'],
    ]);
  });

  test('does not begin where the browser keeps nothing for a tab', () => {
    browser.full.storage = true;
    expect(() => startImpersonation(VIEW, PAGE)).toThrow('Your browser does not store data for this tab.');
    expect(browser.left).toEqual([]);
    expect(storedImpersonation()).toBeNull();
  });
});
