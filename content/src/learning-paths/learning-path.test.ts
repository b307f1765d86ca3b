import { describe, expect, test } from 'vitest';
import { builtItem } from '../testing/content.ts';

const NAMES = { id: 'spring-p', slug: 'p', title: 'P', status: 'live' };

describe('a learning path', () => {
  test('keeps the order of its steps, also of missing courses', async () => {
    const steps = [
      { type: 'course', id: 'spring-b' },
      { type: 'course', id: 'spring-nowhere' },
      { type: 'test', id: 'spring-p' },
    ];
    const { item, findings } = await builtItem('path', {
      'path.json': { ...NAMES, steps, settings: {}, level: 'Intermediate', topics: ['Spring Boot'] },
      'description.md': 'Short.',
      'summary.md': '##### What you learn\n\n## All of it\n\nText',
    });
    expect(findings).toEqual([]);
    expect(item.data).toMatchObject({ steps, level: 'intermediate', topics: ['spring-boot'], description: 'Short.' });
    expect(item.data.summary).toContain('<p class="eyebrow">What you learn</p>');
    expect(item.search).toMatchObject([{ kind: 'path', path: '/paths/p', headings: 'All of it', entitlements: [] }]);
  });

  test('leaves out and reports an invalid step', async () => {
    const steps = [
      { type: 'guide', id: 'spring-a' },
      { type: 'course', id: 'not an id' },
      { type: 'course', id: 'spring-b' },
      { type: 'course', id: 'spring-b' },
    ];
    const { item, findings } = await builtItem('path', { 'path.json': { ...NAMES, steps } });
    expect(item.data.steps).toEqual([{ type: 'course', id: 'spring-b' }]);
    expect(findings).toEqual([
      'path.json:8 error step-type',
      'path.json:13 error step-id',
      'path.json:21 warning step-repeated',
    ]);
  });

  test('without steps is reported', async () => {
    const { findings } = await builtItem('path', { 'path.json': NAMES });
    expect(findings).toEqual(['path.json:1 warning steps-none']);
  });

  test('is sorted after those that have an order', async () => {
    const first = await builtItem('path', { 'path.json': { ...NAMES, order: 7, steps: [] } });
    const last = await builtItem('path', { 'path.json': { ...NAMES, steps: [] } });
    expect(first.item.sortOrder).toBeLessThan(last.item.sortOrder);
  });
});
