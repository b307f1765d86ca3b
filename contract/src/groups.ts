import * as v from 'valibot';
import { type CallReply, defineCall } from './call.ts';
import { EmailSchema } from './email.ts';
import { inputTexts } from './rules/input-texts.ts';
import { SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** Where a membership of a group comes from. Only its source removes it. */
export const MEMBER_SOURCES = ['hand', 'import', 'claim', 'scim'] as const;
export type MemberSource = (typeof MEMBER_SOURCES)[number];

/** Most members that one call adds by hand; longer lists are imported. */
export const MEMBERS_AT_ONCE = 100;

/** In a file of people these signs separate groups, so no name has one. */
export const GROUP_SEPARATORS = /[;|\p{Cc}]/u;

export const GroupNameSchema = v.pipe(
  v.string(),
  v.transform((name) => name.normalize('NFC').trim()),
  v.minLength(1),
  v.maxLength(200),
  v.check(
    (name) => !GROUP_SEPARATORS.test(name),
    () => inputTexts.groupName,
  ),
);

const GroupIdSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const ofGroup = v.strictObject({ groupId: GroupIdSchema });

export const GroupSchema = v.object({
  groupId: v.string(),
  name: v.string(),
  /** The group that it is a part of. */
  parent: v.nullable(v.object({ groupId: v.string(), name: v.string() })),
  /** Name of the directory that keeps it; null: it is kept here. */
  directory: v.nullable(v.string()),
  /** People in it, those of its parts included, each once. */
  members: v.number(),
});
export type Group = v.InferOutput<typeof GroupSchema>;

export const listGroups = defineCall({
  name: 'listGroups',
  method: 'GET',
  path: '/admin/groups',
  summary: 'Groups by name; a manager gets exactly the own ones, with their parts.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'manager', of: 'list' },
  tenant: true,
  loader: false,
  query: v.strictObject({ q: SearchTextSchema, ...TablePageQuery }),
  reply: v.object({ result: v.object({ content: v.array(GroupSchema), totalElements: v.number() }) }),
});

export const getGroup = defineCall({
  name: 'getGroup',
  method: 'GET',
  path: '/admin/groups/:groupId',
  summary: 'One group with its parts.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'manager', of: 'record' },
  tenant: true,
  loader: false,
  params: ofGroup,
  reply: v.object({
    ...GroupSchema.entries,
    parts: v.array(v.object({ groupId: v.string(), name: v.string() })),
    /** Whether the caller may rename and delete it, and add and remove people by hand. */
    mayChange: v.boolean(),
  }),
});
export type GroupDetails = CallReply<typeof getGroup>;

const GroupInput = v.strictObject({
  name: GroupNameSchema,
  /** The group that it becomes a part of; that one is no part itself. */
  parentGroupId: v.optional(v.nullable(GroupIdSchema), null),
});

export const createGroup = defineCall({
  name: 'createGroup',
  method: 'POST',
  path: '/admin/groups',
  summary: 'Makes a group of the academy.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  body: GroupInput,
  reply: v.object({ groupId: v.string() }),
});

export const updateGroup = defineCall({
  name: 'updateGroup',
  method: 'PUT',
  path: '/admin/groups/:groupId',
  summary: 'Renames a group of the academy, or makes it a part of another one.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: ofGroup,
  body: GroupInput,
  reply: v.object({ groupId: v.string() }),
});

export const deleteGroup = defineCall({
  name: 'deleteGroup',
  method: 'DELETE',
  path: '/admin/groups/:groupId',
  summary: 'Deletes a group of the academy with its memberships, assignments and roles. Progress of its people stays.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: ofGroup,
  reply: v.object({ deleted: v.boolean() }),
});

export const GroupMemberSchema = v.object({
  userId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  login: v.string(),
  /** Where each of their memberships comes from; empty for members of a part only. */
  sources: v.array(v.picklist(MEMBER_SOURCES)),
  /** Names of the parts that they are in. */
  parts: v.array(v.string()),
  /** When they joined: the earliest membership that they have now. */
  addedAt: v.string(),
});
export type GroupMember = v.InferOutput<typeof GroupMemberSchema>;

export const listGroupMembers = defineCall({
  name: 'listGroupMembers',
  method: 'GET',
  path: '/admin/groups/:groupId/members',
  summary: 'The people of a group and its parts by name, and where each came from.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'manager', of: 'record' },
  tenant: true,
  loader: false,
  params: ofGroup,
  query: v.strictObject({ q: SearchTextSchema, ...TablePageQuery }),
  reply: v.object({ result: v.object({ content: v.array(GroupMemberSchema), totalElements: v.number() }) }),
});

export const addGroupMembers = defineCall({
  name: 'addGroupMembers',
  method: 'POST',
  path: '/admin/groups/:groupId/members',
  summary:
    'Adds people by hand, by their sign-in addresses; to a group that gives roles an administrator of the installation alone.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: ofGroup,
  body: v.strictObject({
    logins: v.pipe(v.array(EmailSchema), v.minLength(1), v.maxLength(MEMBERS_AT_ONCE)),
  }),
  reply: v.object({
    added: v.number(),
    /** Addresses of no account, or of several. */
    unknown: v.array(v.string()),
  }),
});

export const removeGroupMember = defineCall({
  name: 'removeGroupMember',
  method: 'DELETE',
  path: '/admin/groups/:groupId/members/:userId',
  summary: 'Removes a membership that was added by hand; those of other sources stay.',
  who: 'admin',
  reach: 'academy',
  tenant: true,
  params: v.strictObject({ groupId: GroupIdSchema, userId: v.pipe(v.string(), v.uuid(), v.toLowerCase()) }),
  reply: v.object({ removed: v.boolean() }),
});
