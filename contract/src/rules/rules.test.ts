import { describe, expect, it } from 'vitest';
import { lockOf } from './access.ts';
import { formatDuration } from './duration.ts';
import { matchesFilters, toggleOption } from './filters.ts';
import { titleOfOption } from './option-names.ts';
import { tenantOfHost } from './tenant-of-host.ts';

describe('durations', () => {
  it.each([
    [0, ''],
    [20, '1 min'],
    [89, '1 min'],
    [90, '2 min'],
    // A minute that is rounded up completes the hour, and the day.
    [3569, '59 min'],
    [3570, '1 h'],
    [3600, '1 h'],
    [3899, '1 h 5 min'],
    [86_369, '23 h 59 min'],
    [86_370, '1 d'],
    [90_000, '1 d 1 h'],
  ])('%i seconds read %j', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('access', () => {
  const open = { view: [] };
  const auth = { view: ['auth' as const] };
  const pro = { view: ['pro' as const] };

  // Shows clauses#locks
  it('public things are open to everybody', () => expect(lockOf(open, null, false)).toBeNull());
  // Shows clauses#locks
  it('auth things need a session', () => {
    expect(lockOf(auth, null, false)).toBe('auth');
    expect(lockOf(auth, { isPro: false }, false)).toBeNull();
  });
  // Shows clauses#locks
  it('pro things need a membership', () => {
    expect(lockOf(pro, null, false)).toBe('pro');
    expect(lockOf(pro, { isPro: false }, false)).toBe('pro');
    expect(lockOf(pro, { isPro: true }, false)).toBeNull();
  });
  // Shows clauses#locks
  it('where the brand says so a free account opens pro things', () => {
    expect(lockOf(pro, null, true)).toBe('auth');
    expect(lockOf(pro, { isPro: false }, true)).toBeNull();
  });
});

describe('filters', () => {
  const entry = { title: 'REST APIs', description: 'That age well', topic: ['Spring-Boot', 'rest'], level: 'Beginner' };

  // Shows clauses#filters
  it('combine categories with AND and options within one with OR, without regard to case', () => {
    expect(matchesFilters(entry, {})).toBe(true);
    expect(matchesFilters(entry, { topic: ['spring-boot', 'kafka'] })).toBe(true);
    expect(matchesFilters(entry, { topic: ['REST'], level: ['BEGINNER'] })).toBe(true);
    expect(matchesFilters(entry, { topic: ['rest'], level: ['expert'] })).toBe(false);
  });
  it('search text in title, description and topics', () => {
    expect(matchesFilters(entry, {}, 'age REST')).toBe(true);
    expect(matchesFilters(entry, {}, 'cobol')).toBe(false);
  });
  // Shows clauses#filters
  it('a category that ends up empty is dropped', () => {
    const chosen = toggleOption({}, 'topic', 'REST');
    expect(chosen).toEqual({ topic: ['rest'] });
    expect(toggleOption(chosen, 'topic', 'rest')).toEqual({});
  });
  it('shows a slug in a readable form unless it has a name', () => {
    expect(titleOfOption('spring-boot')).toBe('Spring Boot');
    expect(titleOfOption('rest', { rest: 'REST' })).toBe('REST');
  });
});

describe('the tenant of a host', () => {
  const known = new Set(['spring', 'kube', 'tanzu']);
  // Shows clauses#the-academy-of-a-page
  it.each([
    ['spring.localhost:3000', 'spring'],
    ['kube-dev.example.org', 'kube'],
    ['TANZU.example.org', 'tanzu'],
    ['localhost:3000', 'spring'],
    ['127.0.0.1', 'spring'],
    ['constructor.example.org', 'spring'],
    ['', 'spring'],
  ])('%s is %s', (host, tenant) => expect(tenantOfHost(host, known)).toBe(tenant));
});
