import type { PublishedItem } from '@academy/contract/publishing';
import { describe, expect, it } from 'vitest';
import type { Place } from './places.ts';
import { itemsGone, pruneScopes } from './prune.ts';

const place = (source: Partial<NonNullable<Place['source']>>): Place => ({
  source: { repository: 'acme/courses', folder: '', ...source },
  variables: {},
  top: '/srv/courses',
  git: null,
});

function item(id: string, source: Partial<NonNullable<PublishedItem['source']>>): PublishedItem {
  return {
    ...{ kind: 'course', id, slug: id, title: id, status: 'live', version: 1, publishedAt: '2026-11-21T00:00:00Z' },
    source: { repository: 'acme/courses', commit: null, folder: '', ...source },
  };
}

const gone = (items: PublishedItem[], places: Place[], base = '/srv/courses') =>
  itemsGone(items, pruneScopes(places, base), ['course'], () => false).map(({ id }) => id);

describe('what is gone from a source', () => {
  const items = [item('here', { host: 'github.com' }), item('other', { host: 'gitlab.com' }), item('unknown', {})];

  it('never belongs to a repository of the same name on another host', () => {
    expect(gone(items, [place({ host: 'github.com' })])).toEqual(['here', 'unknown']);
    expect(gone(items, [place({ host: 'github.com' }), place({ host: 'gitlab.com' })])).toEqual([
      ...['here', 'other', 'unknown'],
    ]);
  });

  it('may belong to a source whose host is not known', () => {
    expect(gone(items, [place({})])).toEqual(['here', 'other', 'unknown']);
  });

  it('lies in the folder of the run, and is no draft', () => {
    const inside = item('inside', { folder: 'tea/one' });
    const beside = item('beside', { folder: 'teapot' });
    expect(
      gone([inside, beside, { ...inside, id: 'draft', status: 'draft' }], [place({})], '/srv/courses/tea'),
    ).toEqual(['inside']);
  });
});
