import type { AlertAudience, PublicAlert } from '@academy/contract/alerts';
import { describe, expect, test } from 'vitest';
import { alertBarOf, alertsFor, appearanceOf, editionOf, standsAbove } from './alert-view.ts';

/** As whom the server renders. */
const VISITOR = { signedIn: false, isPro: false };
const NOBODY: ReadonlySet<string> = new Set();
const anAlert = (id: string, audience: AlertAudience = 'all', updatedAt = '2026-01-01T00:00:00.000Z'): PublicAlert => ({
  id,
  tenantId: 'spring',
  message: id,
  actionText: null,
  actionUrl: null,
  level: 'info',
  audience,
  from: null,
  to: null,
  createdAt: updatedAt,
  updatedAt,
});
const idsOf = (alerts: readonly PublicAlert[]) => alerts.map(({ id }) => id);

test('alerts reach those whom they are for', () => {
  const alerts = [anAlert('a'), anAlert('s', 'signed-in'), anAlert('p', 'pro')];
  expect(idsOf(alertsFor(alerts, VISITOR))).toEqual(['a']);
  expect(idsOf(alertsFor(alerts, { signedIn: true, isPro: false }))).toEqual(['a', 's']);
  expect(idsOf(alertsFor(alerts, { signedIn: true, isPro: true }))).toEqual(['a', 's', 'p']);
});

test('they stand above every screen but those whose path contains /auth', () => {
  for (const path of ['/', '/search', '/account', '/courses/x/lessons/y/lab', '/login/callback', '/oauth2'])
    expect([path, standsAbove(path)]).toEqual([path, true]);
  for (const path of ['/auth', '/auth/', '/auth/register', '/courses/auth', '/some/auth/where', '/authors'])
    expect([path, standsAbove(path)]).toEqual([path, false]);
});

describe('above the content', () => {
  const alerts = [anAlert('a'), anAlert('s', 'signed-in'), anAlert('b'), anAlert('c')];
  const shown = (...args: Parameters<typeof alertBarOf>) => {
    const view = alertBarOf(...args);
    return [idsOf(view.carried.filter((alert) => view.shown.has(editionOf(alert)))), view.hasMore, view.total];
  };

  test('stand the newest two, and the way to all', () => {
    expect(shown(alerts, VISITOR, NOBODY)).toEqual([['a', 'b'], true, 3]);
    expect(shown(alerts.slice(0, 3), VISITOR, NOBODY)).toEqual([['a', 'b'], false, 2]);
    expect(shown(alerts, { signedIn: true, isPro: false }, NOBODY)).toEqual([['a', 's'], true, 4]);
  });

  test('older ones follow those that were dismissed', () => {
    expect(shown(alerts, VISITOR, new Set([editionOf(anAlert('a'))]))).toEqual([['b', 'c'], true, 3]);
  });

  test('stands nothing when all were dismissed, and the changed one when one was changed', () => {
    const all = new Set(alerts.map(editionOf));
    expect(shown(alerts, VISITOR, all)).toEqual([[], false, 3]);
    const changed = anAlert('b', 'all', '2026-01-02T00:00:00.000Z');
    expect(shown([alerts[0] as PublicAlert, changed], VISITOR, all)).toEqual([['b'], true, 2]);
  });
});

test('the style rules show and hide elements by id, and are empty without alerts', () => {
  const alerts = [anAlert('a'), anAlert('s', 'signed-in')];
  const view = alertBarOf(alerts, { signedIn: true, isPro: false }, new Set([editionOf(anAlert('a'))]));
  const at = Date.parse('2026-01-01T00:00:00.000Z');
  expect(appearanceOf(alerts, view)).toBe(
    `#alert-a-${at}{display:none!important}#alert-s-${at}{display:flex!important}#alerts-all{display:flex!important}`,
  );
  expect(appearanceOf([], alertBarOf([], VISITOR, NOBODY))).toBe('');
});
