import { RESERVED_SLUGS } from '@academy/contract/reserved-slugs';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../item-hash.ts';
import { builtItem, filesOf, findingsOf, options } from '../testing/content.ts';

const NAMES = { id: 'spring-p', slug: 'p', title: 'P', status: 'live' };
const variable = (name: string) => `$\{${name}}`;

describe('a content page', () => {
  test('has its text with an outline, and is found', async () => {
    const { item, findings } = await builtItem('page', { 'page.json': NAMES, 'content.md': '## One\n\nText $HOME' });
    expect(findings).toEqual([]);
    expect(item.body.headings).toEqual([{ id: 'c-one', text: 'One' }]);
    // Only a template has variables.
    expect(item.body.html).toContain('<p>Text $HOME</p>');
    expect(item.data.redirect).toBeNull();
    expect(item.search).toMatchObject([{ kind: 'page', path: '/p', text: 'One Text $HOME', listed: true }]);
  });

  test('fills every variable of its template, unset ones with nothing, and never as markup', async () => {
    const text = `v: ${variable('GITHUB_REF_NAME')} $GITHUB_SHA, ${variable('UNSET')}. <b>${variable('WHO')}</b>`;
    const { item } = await builtItem(
      'page',
      { 'page.json': NAMES, 'content.template.md': text, 'content.md': 'left over' },
      { variables: { GITHUB_REF_NAME: 'main', GITHUB_SHA: 'abc', WHO: '<script>alert(1)</script>' } },
    );
    expect(item.body.html).toBe('<p>v: main abc, . <b></b></p>');
  });

  test('counts as changed when a variable that it shows has changed', () => {
    const files = filesOf({ 'page.json': NAMES, 'content.template.md': variable('GITHUB_SHA') });
    const hash = (sha: string, other: string) =>
      hashOf('page', files, options({ file: 'page.json', variables: { GITHUB_SHA: sha, OTHER: other } }));
    expect(hash('a', '1')).toBe(hash('a', '2'));
    expect(hash('a', '1')).not.toBe(hash('b', '1'));
  });

  test.each([
    ['https://example.com/why', 'https://example.com/why'],
    ['http://example.com/why', 'https://example.com/why'],
    ['/courses?topic=a', '/courses?topic=a'],
  ])('that is only a refresh to %s becomes a redirect', async (address, redirect) => {
    const { item, findings } = await builtItem('page', {
      'page.json': NAMES,
      'content.template.md': `<meta http-equiv='refresh' content='0; URL=${address}'>\n`,
    });
    expect(findings).toEqual([]);
    expect([item.data.redirect, item.body.html, item.search]).toEqual([redirect, '', []]);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//', 'faq', 'https://u:p@example.com/', 'java\tscript:x'])(
    'that refreshes to %j is reported as an invalid redirect',
    async (address) => {
      const text = `<META content="0;url=${address}" HTTP-EQUIV=refresh />`;
      const { item, findings } = await builtItem('page', { 'page.json': NAMES, 'content.md': text });
      expect(findings).toEqual(['content.md:1 error redirect-refused']);
      expect([item.data.redirect, item.body.html]).toEqual([null, '']);
    },
  );

  test('with a refresh beside a text stays, and the refresh is taken out', async () => {
    const text = 'Hello\n\n<meta http-equiv="refresh" content="0; URL=https://example.com">';
    const { item, findings } = await builtItem('page', { 'page.json': NAMES, 'content.md': text });
    expect(findings).toEqual(['content.md:3 error markup-removed']);
    expect([item.data.redirect, item.body.html]).toEqual([null, '<p>Hello</p>']);
  });

  test.each([...RESERVED_SLUGS, 'Admin'])('may not take the address /%s of the academy itself', async (slug) => {
    const findings = await findingsOf('page', { 'page.json': { ...NAMES, slug }, 'content.md': 'x' });
    expect(findings).toEqual(['page.json:3 fatal slug-reserved']);
  });

  test('without a text is refused', async () => {
    expect(await findingsOf('page', { 'page.json': NAMES })).toEqual(['content.md:1 fatal file-missing']);
  });
});
