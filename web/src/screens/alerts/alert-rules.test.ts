import { describe, expect, test, vi } from 'vitest';
import type { Alert } from '../../api/alerts-admin.ts';
import {
  type AlertDraft,
  alertFieldOf,
  draftOf,
  emptyDraft,
  localMoment,
  problemsOf,
  stateOf,
  wordsOf,
} from './alert-rules.ts';

const alert: Alert = {
  id: '0F3A-77',
  tenantId: 'kube',
  message: 'Labs are <b>slow</b>',
  actionText: 'Status page',
  actionUrl: 'https://example.org/status',
  level: 'warning',
  audience: 'all',
  from: '2030-01-01T09:30:15.123Z',
  to: null,
  createdAt: '2029-12-24T08:00:00.000Z',
  updatedAt: '2029-12-25T08:00:00.000Z',
  firstName: 'Grace',
  source: 'Labs are **slow**',
};

describe('a draft', () => {
  const draft: AlertDraft = { ...emptyDraft('spring'), message: 'Hello' };

  test('needs words, an academy, and an end after its start', () => {
    expect(problemsOf(draft)).toEqual({});
    expect(problemsOf({ ...draft, message: ' \n ' })).toEqual({ message: 'The message field is required.' });
    expect(problemsOf({ ...draft, message: 'x'.repeat(2_000) })).toEqual({});
    expect(problemsOf({ ...draft, message: 'x'.repeat(2_001) })).toEqual({
      message: 'The message must have at most 2,000 characters.',
    });
    expect(problemsOf({ ...draft, tenantIds: [] })).toEqual({ tenantIds: 'Choose at least one academy.' });
    const order = { from: '2030-01-01T10:00', to: '2030-01-01T10:00' };
    expect(problemsOf({ ...draft, ...order })).toEqual({ to: 'The end must be later than the start.' });
    expect(problemsOf({ ...draft, to: '2030-01-01T10:00' })).toEqual({});
  });

  test('of an alert is sent unchanged, to the millisecond, unless it was edited', () => {
    const { source, level, audience, actionText, actionUrl, from, to } = alert;
    expect(wordsOf(draftOf(alert), alert)).toEqual({
      message: source,
      level,
      audience,
      actionText,
      actionUrl,
      from,
      to,
    });
  });

  test('says moments by the clock of who writes', () => {
    const moment = new Date(2030, 4, 6, 7, 8).toISOString();
    expect(localMoment(moment)).toBe('2030-05-06T07:08');
    expect(wordsOf({ ...draft, from: '2030-05-06T07:08' }, null).from).toBe(moment);
    expect(wordsOf({ ...draftOf(alert), from: '' }, alert).from).toBeNull();
  });
});

test('a time that no clock shows is refused', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const draft = { ...emptyDraft('spring'), message: 'Hello' };
  const noSuchTime = 'This time does not exist. When summer time begins, clocks skip an hour.';
  expect(problemsOf({ ...draft, from: '2027-03-28T02:30' })).toEqual({ from: noSuchTime });
  expect(problemsOf({ ...draft, to: '20266-01-31T09:00' })).toEqual({ to: noSuchTime });
  expect(problemsOf({ ...draft, from: '2027-03-28T01:59', to: '2027-03-28T03:00' })).toEqual({});
  expect(problemsOf({ ...draft, from: '2026-10-25T02:30', to: '2026-10-25T03:00' })).toEqual({});
  vi.unstubAllEnvs();
});

test('an alert is planned before its first moment and over after its last', () => {
  const [from, to] = ['2030-01-01T00:00:00.000Z', '2030-01-02T00:00:00.000Z'];
  expect(stateOf({ from, to }, Date.parse(from) - 1)).toBe('Scheduled');
  expect(stateOf({ from, to }, Date.parse(from))).toBe('Current');
  expect(stateOf({ from, to }, Date.parse(to))).toBe('Past');
  expect(stateOf({ from: null, to: null }, 0)).toBe('Current');
});

test('a server error about anything else belongs to no field', () => {
  expect([alertFieldOf('message'), alertFieldOf('tenantId'), alertFieldOf('toString')]).toEqual([
    'message',
    null,
    null,
  ]);
});
