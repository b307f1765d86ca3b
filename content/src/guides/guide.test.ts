import { describe, expect, test } from 'vitest';
import { builtItem, findingsOf } from '../testing/content.ts';

const NAMES = { id: 'spring-g', slug: 'g', title: 'G', status: 'live' };
const aGuide = (changes: object = {}) => ({ ...NAMES, type: 'article', ...changes });

describe('a guide', () => {
  test('in the shortest form is public, without level, topics or duration', async () => {
    const { item, findings } = await builtItem('guide', { 'guide.json': aGuide(), 'content.md': '## One\n\nText' });
    expect(findings).toEqual([]);
    expect(item.data).toEqual({
      ...{ description: '', summary: '', type: 'article', topics: [], level: null, duration: 0 },
      ...{ entitlements: [], instructors: [], readingMinutes: 1 },
    });
    expect(item.body).toMatchObject({
      headings: [{ id: 'c-one', text: 'One' }],
      video: null,
      lab: null,
      preview: null,
    });
    expect(item.body.html).toContain('<p>Text</p>');
  });

  test('has each text where readers see it, and is found by all', async () => {
    const { item } = await builtItem('guide', {
      'guide.json': aGuide({ entitlements: ['auth'], level: 'Beginner', topics: ['API', 'api'], duration: 3600 }),
      'description.md': 'In *lists*.',
      'summary.md': 'On the **detail page**.',
      'content.md': '## Heading\n\nThe body.',
    });
    expect(item.data).toMatchObject({
      ...{ description: 'In lists.', summary: '<p>On the <strong>detail page</strong>.</p>' },
      ...{ level: 'beginner', topics: ['api'], duration: 3600, entitlements: ['auth'] },
    });
    expect(item.search).toEqual([
      {
        ...{ kind: 'guide', id: 'spring-g', path: '/guides/g', title: 'G', headings: 'Heading' },
        ...{ summary: 'In lists. On the detail page.', text: 'Heading The body.' },
        ...{ entitlements: ['auth'], listed: true },
      },
    ]);
  });

  test('with a lab never shows a left-over text in place of it', async () => {
    const { item, findings } = await builtItem('guide', {
      'guide.json': aGuide({ type: 'lab', settings: { educates: 'lab-g' } }),
      'content.md': 'Coming soon!',
      'preview.md': 'Press start.',
    });
    expect(findings).toEqual([]);
    expect(item.body).toMatchObject({ html: null, preview: '<p>Press start.</p>' });
    expect(item.body.lab).toEqual({ labType: 'educates', workshop: 'lab-g', labUrl: null });
    expect(item.search[0]?.text).not.toContain('Coming');
  });

  test('with a video takes the same settings as a lesson', async () => {
    const { item, findings } = await builtItem('guide', {
      'guide.json': aGuide({ type: 'video', settings: { vimeo: 790840694, brightcove: 6362060801112 } }),
      'transcript.md': 'Spoken words.',
      'captions.en.vtt': 'WEBVTT\n',
    });
    expect(findings).toEqual([]);
    expect(item.body.video).toMatchObject({ provider: 'brightcove', videoId: '6362060801112', vimeoId: '790840694' });
    expect(item.body.video?.tracks).toHaveLength(1);
    expect(item.body.transcript).toBe('<p>Spoken words.</p>');
    expect(item.search[0]?.text).toContain('Spoken words.');
  });

  test('that is unlisted can be opened and is not found', async () => {
    const { item } = await builtItem('guide', { 'guide.json': aGuide({ status: 'unlisted' }), 'content.md': 'x' });
    expect([item.status, item.search[0]?.listed]).toEqual(['unlisted', false]);
  });

  test.each<[what: string, files: Record<string, string | object>, findings: string[]]>([
    ['has no text', { 'guide.json': aGuide() }, ['content.md:1 fatal file-missing']],
    ['has an empty text', { 'guide.json': aGuide(), 'content.md': ' \n' }, ['content.md:1 warning text-empty']],
    [
      'is of an unknown type',
      { 'guide.json': aGuide({ type: 'podcast' }), 'content.md': 'x' },
      ['guide.json:6 error type-unknown'],
    ],
    ['is a film without one', { 'guide.json': aGuide({ type: 'video' }) }, ['guide.json:1 error video-missing']],
    ['has no id', { 'guide.json': { ...aGuide(), id: '' }, 'content.md': 'x' }, ['guide.json:2 fatal id-missing']],
    [
      'belongs to another academy',
      { 'guide.json': aGuide({ id: 'kube-g' }), 'content.md': 'x' },
      ['guide.json:2 warning tenant-prefix'],
    ],
    ['is not JSON', { 'guide.json': '{ "id": ', 'content.md': 'x' }, ['guide.json:1 fatal json-broken']],
  ])('that %s is reported with its line', async (_what, files, findings) => {
    expect(await findingsOf('guide', files)).toEqual(findings);
  });
});
