import type { PublishedItem } from '@academy/contract/publishing';
import { describe, expect, it } from 'vitest';
import type { Place } from './places.ts';
import { itemsGone, pruneScopes, scopesOfPart } from './prune.ts';

const place = (source: Partial<NonNullable<Place['source']>>): Place => ({
  source: { repository: 'acme/courses', folder: '', ...source },
  variables: {},
  top: '/srv/courses',
  repositories: [],
  git: null,
});

function item(id: string, source: Partial<NonNullable<PublishedItem['source']>>): PublishedItem {
  return {
    ...{ kind: 'course', id, slug: id, title: id, status: 'live', version: 1, publishedAt: '2026-11-21T00:00:00Z' },
    source: { repository: 'acme/courses', commit: null, folder: '', ...source },
  };
}

const gone = (items: PublishedItem[], places: Place[], base = '/srv/courses', alsoFrom: string[] = []) =>
  itemsGone(items, pruneScopes(places, base), ['course'], () => false, alsoFrom);
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('what is gone from a source', () => {
  const items = [item('here', { host: 'github.com' }), item('other', { host: 'gitlab.com' }), item('unknown', {})];

  it('never belongs to a repository of the same name on another host', () => {
    expect(ids(gone(items, [place({ host: 'github.com' })]).own)).toEqual(['here']);
    const both = gone(items, [place({ host: 'github.com' }), place({ host: 'gitlab.com' })]);
    expect(ids(both.own)).toEqual(['here', 'other']);
  });

  it('stays where one of the hosts is unknown, and is listed', () => {
    const without = gone(items, [place({})]);
    expect(ids(without.own)).toEqual(['unknown']);
    expect(ids(without.elsewhere)).toEqual(['here', 'other']);
    expect(ids(gone(items, [place({ host: 'github.com' })]).elsewhere)).toEqual(['unknown']);
  });

  it('is taken out as well where its source is named', () => {
    const named = gone(items, [place({})], '/srv/courses', ['gitlab.com/acme/courses']);
    expect(ids(named.own)).toEqual(['other', 'unknown']);
    const plain = gone(items, [place({ host: 'github.com' })], '/srv/courses', ['acme/courses']);
    expect(ids(plain.own)).toEqual(['here', 'unknown']);
    const stranger = [item('stranger', { repository: 'tea/courses' })];
    expect(gone(stranger, [place({})], '/srv/courses', ['tea/courses']).own).toEqual([]);
  });

  it('is not known of items that were published without a source', () => {
    const without = { ...item('without', {}), source: null };
    const told = gone([without, { ...without, id: 'draft', status: 'draft' }], [place({})]);
    expect([ids(told.own), ids(told.unknown)]).toEqual([[], ['without']]);
  });

  it('lies in the folder of the run, and is no draft', () => {
    const inside = item('inside', { folder: 'tea/one' });
    const beside = item('beside', { folder: 'teapot' });
    const of = [inside, beside, { ...inside, id: 'draft', status: 'draft' as const }];
    expect(ids(gone(of, [place({})], '/srv/courses/tea').own)).toEqual(['inside']);
  });

  it('lies below the folder that a run without git covers', () => {
    const items = [item('seen', { folder: 'tea/one' }), item('gone', { folder: 'tea/two' })];
    const scopes = pruneScopes([place({})], '/srv/courses');
    const part = scopesOfPart(scopes, items, new Map([['course seen', 'one']]));
    expect(part).toEqual([{ repository: 'acme/courses', host: undefined, folder: 'tea' }]);
    expect(scopesOfPart(scopes, items, new Map([['course seen', '']]))[0]?.folder).toBe('tea/one');
    expect(scopesOfPart(scopes, items, new Map([['course seen', 'tea/one']]))).toEqual(scopes);
  });
});
