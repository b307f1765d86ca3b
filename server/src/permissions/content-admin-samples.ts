import type { Call } from '@academy/contract/call';
import { removeContent, republishContent, unpublishContent } from '@academy/contract/publishing-admin';
import { anItem } from '../testing/an-item.ts';
import { publishItem, type TestApp } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';

/** A new item, in the version that an administrator sees. */
async function aSeenPage(app: TestApp): Promise<object> {
  const id = `spring-seen-${crypto.randomUUID()}`;
  await publishItem(app, 'spring', anItem('page', { id }, { 'content.md': 'Words.' }));
  return { kind: 'page', id, base: 1 };
}

/** Inputs of the calls about published content with which a permitted administrator succeeds. */
export const contentAdminSamples: Readonly<Record<string, Sample>> = {
  getContentUse: async () => ({ query: { kind: 'course', id: 'spring-course' } }),
  unpublishContent: async (app) => ({ body: await aSeenPage(app) }),
  republishContent: async (app) => ({ body: await aSeenPage(app) }),
  removeContent: async (app) => ({ body: await aSeenPage(app) }),
};

const seen =
  (call: Call): MakeForeign =>
  async () => ({
    call,
    principal: 'admin',
    foreign: { body: { kind: 'course', id: 'kube-course', base: 1 } },
    missing: { body: { kind: 'course', id: 'no-course', base: 1 } },
  });

export const foreignContent: Readonly<Record<string, MakeForeign>> = {
  "taking another academy's item from readers": seen(unpublishContent),
  "publishing another academy's item again": seen(republishContent),
  "deleting another academy's item": seen(removeContent),
};
