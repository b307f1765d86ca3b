import type { Tenant } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import { expect, test } from 'vitest';
import { anItem } from '../testing/an-item.ts';
import { publishItem, startApp } from '../testing/start-app.ts';
import { footerWithoutPages, publishedFooterAt } from './published-footer.ts';

const hrefsOf = ({ groups }: Tenant['footer']) =>
  groups.flatMap(({ entries }) => entries.flatMap((entry) => ('href' in entry ? [entry.href] : [])));

test('files for a static host link to published pages alone', async () => {
  const app = await startApp();
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const spring = (await loadTenants()).get('spring');
  if (spring === undefined) throw new Error('there is no tenant spring');
  const read = async () => hrefsOf(await publishedFooterAt(origin, spring));
  expect(await read()).toEqual(hrefsOf(footerWithoutPages(spring)));
  expect(await read()).toContain('/courses');
  const page = anItem(
    'page',
    { id: 'spring-terms', slug: 'terms', status: 'live' },
    { 'content.template.md': 'Be nice.' },
  );
  await publishItem(app, 'spring', page);
  expect((await read()).filter((href) => !hrefsOf(footerWithoutPages(spring)).includes(href))).toEqual(['/terms']);
});

test('an academy that does not answer is not taken for one without pages', async () => {
  const spring = (await loadTenants()).get('spring');
  if (spring === undefined) throw new Error('there is no tenant spring');
  await expect(publishedFooterAt('http://127.0.0.1:1', spring)).rejects.toThrow();
});
