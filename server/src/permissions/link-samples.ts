import { acceptInvitation, createInvitationLink, deleteInvitationLink } from '@academy/contract/invitation-links';
import { learnerGroup } from '../db/group-tables.ts';
import { invitationLink } from '../db/invitation-link-tables.ts';
import type { TestApp } from '../testing/start-app.ts';
import { hashToken } from '../values/token-format.ts';
import { GROUP, type MakeForeign, type Sample } from './permission-records.ts';

const DAY_MS = 86_400_000;
const terms = () => ({ name: 'Everybody', maxUses: 10, endsAt: new Date(Date.now() + DAY_MS) });

async function aGroup(app: TestApp, tenantId: string): Promise<string> {
  const [row] = await app.database.db.insert(learnerGroup).values({ name: crypto.randomUUID(), tenantId }).returning();
  return row?.groupId ?? '';
}

/** A link to a group of an academy: that of the learners in `spring`, another one in `kube`. */
async function aLink(app: TestApp, tenantId: string) {
  const secret = crypto.randomUUID();
  const groupId = tenantId === 'spring' ? GROUP : await aGroup(app, tenantId);
  const [row] = await app.database.db
    .insert(invitationLink)
    .values({ ...terms(), tenantId, groupId, secretHash: hashToken(secret) })
    .returning();
  return { params: { linkId: row?.linkId ?? '' }, secret };
}

const input = (groupId: string) => ({ body: { ...terms(), groupId, endsAt: terms().endsAt.toISOString() } });

export const linkSamples: Readonly<Record<string, Sample>> = {
  createInvitationLink: async () => input(GROUP),
  deleteInvitationLink: async (app) => ({ params: (await aLink(app, 'spring')).params }),
  acceptInvitation: async (app) => ({ body: { invitation: (await aLink(app, 'spring')).secret } }),
};

export const foreignLinks: Readonly<Record<string, MakeForeign>> = {
  'a link to another group': async (app) => ({
    call: createInvitationLink,
    principal: 'manager',
    foreign: input(await aGroup(app, 'spring')),
    missing: input(crypto.randomUUID()),
  }),
  "the end of another academy's link": async (app) => ({
    call: deleteInvitationLink,
    principal: 'admin',
    foreign: { params: (await aLink(app, 'kube')).params },
    missing: { params: { linkId: crypto.randomUUID() } },
  }),
  "another academy's invitation": async (app) => ({
    call: acceptInvitation,
    principal: 'user',
    foreign: { body: { invitation: (await aLink(app, 'kube')).secret } },
    missing: { body: { invitation: crypto.randomUUID() } },
  }),
};
