import { packItem } from '@academy/content/pack';
import { planDraft, revokeDraft } from '@academy/contract/drafts';
import { draft, draftItem } from '../db/draft-tables.ts';
import { anItem } from '../testing/an-item.ts';
import type { TestApp } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';

/** A draft of the page that the author of the samples looks after. */
async function aDraft(app: TestApp, tenantId: string): Promise<{ draftId: string }> {
  const { personId: ownerId } = await app.aPerson();
  const [row] = await app.database.db
    .insert(draft)
    .values({ tenantId, ownerId, name: 'pr-1', expiresAt: new Date(Date.now() + 86_400_000) })
    .returning({ draftId: draft.draftId });
  const draftId = row?.draftId ?? '';
  const item = anItem('page', { id: 'spring-drafted' }, { 'content.md': 'Words.' });
  await app.database.db.insert(draftItem).values({
    ...{ draftId, kind: 'page', id: item.id, slug: item.id, title: 'Drafted', base: 0, sourceHash: '', findings: [] },
    packed: Buffer.from(await packItem(item)),
  });
  return { draftId };
}

/** Inputs of the calls about drafts with which a permitted author succeeds. */
export const draftSamples: Readonly<Record<string, Sample>> = {
  pushDraft: async () => {
    const item = anItem('page', { id: 'spring-pushed' }, { 'content.md': 'Words.' });
    return {
      params: { draft: 'pr-1', kind: item.kind, id: item.id },
      headers: { 'content-type': 'application/gzip' },
      body: Buffer.from(await packItem(item)),
    };
  },
  revokeDraft: async (app) => ({ params: await aDraft(app, 'spring') }),
  planDraft: async (app) => ({ params: await aDraft(app, 'spring'), body: { plan: null } }),
  getDraftFiles: async (app) => ({ params: { ...(await aDraft(app, 'spring')), kind: 'page', id: 'spring-drafted' } }),
};

const nothing = { draftId: '00000000-0000-4000-8000-00000000dddd' };

export const foreignDrafts: Readonly<Record<string, MakeForeign>> = {
  "the end of another academy's draft": async (app) => ({
    call: revokeDraft,
    principal: 'admin',
    foreign: { params: await aDraft(app, 'kube') },
    missing: { params: nothing },
  }),
  "the plan of another academy's draft": async (app) => ({
    call: planDraft,
    principal: 'admin',
    foreign: { params: await aDraft(app, 'kube'), body: { plan: null } },
    missing: { params: nothing, body: { plan: null } },
  }),
};
