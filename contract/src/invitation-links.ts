import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MomentSchema } from './entities.ts';

/** Most people whom one link lets in. */
export const MAX_LINK_USES = 10_000;
/** Most links of an academy. */
export const MAX_LINKS = 200;
/** Longest time that a link works, days. */
export const MAX_LINK_DAYS = 366;

const count = v.pipe(v.number(), v.integer());

/** A link by which people join a group. */
export const InvitationLinkSchema = v.object({
  linkId: v.string(),
  name: v.string(),
  groupId: v.string(),
  group: v.string(),
  maxUses: count,
  uses: count,
  endsAt: v.string(),
  createdAt: v.string(),
});
export type InvitationLink = v.InferOutput<typeof InvitationLinkSchema>;

const common = { who: 'admin', reach: 'academy', tenant: true, loader: false } as const;

export const listInvitationLinks = defineCall({
  ...common,
  name: 'listInvitationLinks',
  method: 'GET',
  path: '/groups/links',
  summary:
    'Links by which people join the groups that the caller manages, the newest first; and the groups that can have one.',
  needs: { role: 'manager', of: 'list' },
  reply: v.object({
    result: v.array(InvitationLinkSchema),
    groups: v.array(v.object({ id: v.string(), name: v.string() })),
  }),
});

export const createInvitationLink = defineCall({
  ...common,
  name: 'createInvitationLink',
  method: 'POST',
  path: '/groups/links',
  summary: 'Makes a link by which a limited number of people join a group until a moment. Its secret is answered once.',
  needs: { role: 'manager', of: 'record' },
  body: v.strictObject({
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    groupId: v.pipe(v.string(), v.uuid()),
    maxUses: v.pipe(count, v.minValue(1), v.maxValue(MAX_LINK_USES)),
    endsAt: MomentSchema,
  }),
  reply: v.object({
    link: InvitationLinkSchema,
    /** The link leads to `/account?invitation=` with it. */
    secret: v.string(),
  }),
});

export const deleteInvitationLink = defineCall({
  ...common,
  name: 'deleteInvitationLink',
  method: 'DELETE',
  path: '/groups/links/:linkId',
  summary: 'Deletes a link. Those who have joined by it stay in the group.',
  needs: { role: 'manager', of: 'record' },
  params: v.strictObject({ linkId: v.pipe(v.string(), v.uuid()) }),
  reply: v.object({ deleted: v.string() }),
});

export const acceptInvitation = defineCall({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/groups/join',
  summary: 'Joins the group of an invitation link. Repeating it changes nothing.',
  who: 'user',
  reach: 'named',
  rateLimit: 'account-lookup',
  tenant: true,
  body: v.strictObject({ invitation: v.pipe(v.string(), v.minLength(20), v.maxLength(100)) }),
  reply: v.object({ group: v.string() }),
});
