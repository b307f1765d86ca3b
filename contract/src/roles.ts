import * as v from 'valibot';
import { defineCall } from './call.ts';
import { EmailSchema } from './email.ts';
import { ContentKindSchema } from './publishing.ts';
import { ROLES } from './role-names.ts';
import { inputTexts } from './rules/input-texts.ts';

export const RoleSchema = v.picklist(ROLES);

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CONTENT = `(?:${ContentKindSchema.options.join('|')}):(?:[A-Za-z0-9][A-Za-z0-9._-]{0,199}\\*?|\\*)`;

/** Content by kind and id, or by the beginning of the id: `course:spring-boot`, `course:spring-*`, `course:*`. */
export const ContentScopeSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${CONTENT}$`), () => inputTexts.contentScope),
);

/** What a role reaches: `*` for the whole academy, content, or a group by its id. */
export const ScopeSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(?:\\*|${CONTENT}|group:${UUID})$`), () => inputTexts.scope),
);

/** Most roles of one person or group. */
export const ROLES_PER_HOLDER = 100;
/** Most roles in one list, the newest ones. */
export const ROLE_LIST_LENGTH = 1_000;

/** A role of a person or of everybody in a group, as administrators see it. */
export const RoleGrantSchema = v.object({
  grantId: v.string(),
  role: RoleSchema,
  /** Null: in every academy. */
  tenantId: v.nullable(v.string()),
  scope: v.string(),
  /** Null for the role of a group. */
  person: v.nullable(v.object({ userId: v.string(), name: v.string(), login: v.string() })),
  /** Null for the role of a person. */
  group: v.nullable(v.object({ groupId: v.string(), name: v.string() })),
  /** Where it came from: `hand`, or the id of the directory whose claim gave it. */
  source: v.string(),
  createdAt: v.string(),
});
export type RoleGrant = v.InferOutput<typeof RoleGrantSchema>;

export const listRoles = defineCall({
  name: 'listRoles',
  method: 'GET',
  path: '/admin/roles',
  summary:
    'Roles with a scope in the academy that the caller may give, newest first, 1,000 at most. Of one person an administrator of all sees those in every academy, and those of their groups.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'manager', of: 'list' },
  tenant: true,
  loader: false,
  query: v.strictObject({ userId: v.optional(v.pipe(v.string(), v.uuid())) }),
  reply: v.object({ result: v.array(RoleGrantSchema) }),
});

/** Who gets a role: a person by id or sign-in address, or everybody in a group, by its id or the name that no other has. */
const HolderSchema = v.union([
  v.strictObject({ userId: v.pipe(v.string(), v.uuid()) }),
  v.strictObject({ login: EmailSchema }),
  v.strictObject({ groupId: v.pipe(v.string(), v.uuid(), v.toLowerCase()) }),
  v.strictObject({ groupName: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
]);

export const grantRole = defineCall({
  name: 'grantRole',
  method: 'POST',
  path: '/admin/roles',
  summary:
    'Gives a role with a scope, never more than the caller has; administrators of the installation also to a group.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'manager', of: 'record' },
  tenant: true,
  body: v.strictObject({
    to: HolderSchema,
    role: RoleSchema,
    /** In every academy, not in this one alone: administrators of the installation may choose that. */
    everywhere: v.optional(v.boolean(), false),
    scope: ScopeSchema,
  }),
  reply: RoleGrantSchema,
});

export const endRole = defineCall({
  name: 'endRole',
  method: 'DELETE',
  path: '/admin/roles/:grantId',
  summary: 'Ends a role at once, and what tokens had by it.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'manager', of: 'record' },
  tenant: true,
  params: v.strictObject({ grantId: v.pipe(v.string(), v.uuid()) }),
  reply: v.object({ ended: v.boolean() }),
});
