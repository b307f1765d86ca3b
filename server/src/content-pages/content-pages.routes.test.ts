import { getContentPage } from '@academy/contract/content-pages';
import { expect, it } from 'vitest';
import { anItem } from '../testing/an-item.ts';
import { publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

it('a live or unlisted page is public, and a draft is not found', async () => {
  for (const status of ['live', 'unlisted', 'draft'])
    await publishItem(
      app,
      'kube',
      anItem(
        'page',
        { id: `kube-${status}`, slug: `terms-${status}`, status },
        { 'content.template.md': '## Rules\n\nBe *nice*.' },
      ),
    );
  const read = (slug: string, tenant = 'kube') => app.call(getContentPage, { params: { slug } }, { tenant });
  expect((await read('terms-live')).body.data).toMatchObject({
    status: 'live',
    html: expect.stringContaining('<em>nice</em>'),
    headings: [{ text: 'Rules' }],
    redirect: null,
  });
  expect((await read('terms-unlisted')).body.data).toMatchObject({ status: 'unlisted' });
  expect((await read('terms-draft')).status).toBe(404);
  expect((await read('terms-live', 'tanzu')).status).toBe(404);
});
