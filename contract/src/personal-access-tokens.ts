import * as v from 'valibot';
import { AbilitySchema } from './abilities.ts';
import { defineCall } from './call.ts';
import { defineExport } from './exports.ts';
import { ContentScopeSchema } from './roles.ts';
import { inputTexts } from './rules/input-texts.ts';
import { SearchTextSchema } from './table-queries.ts';
import { TenantIdSchema } from './tenants.ts';

/** Days until a token expires, by default and at most. */
export const TOKEN_DEFAULT_DAYS = 90;
export const TOKEN_MAX_DAYS = 366;

/** Most tokens of one person, expired ones included. */
export const TOKENS_PER_PERSON = 100;
/** Most tokens in one list, the newest ones. */
export const TOKEN_LIST_LENGTH = 1_000;

/** One line without control characters. */
export const TokenNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(80),
  v.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, () => inputTexts.noControls),
);

export const AccessTokenSchema = v.object({
  tokenId: v.string(),
  name: v.string(),
  abilities: v.array(AbilitySchema),
  /** The content that it may publish; null: all that its owner may. */
  scopes: v.nullable(v.array(v.string())),
  tenantId: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  /** Sign-in address of the owner; only in an administrator's list of everybody's tokens. */
  owner: v.optional(v.string()),
});
export type AccessToken = v.InferOutput<typeof AccessTokenSchema>;

export const listAbilities = defineCall({
  name: 'listAbilities',
  method: 'GET',
  path: '/admin/abilities',
  summary: "The abilities that a token of the caller's for this academy may have.",
  who: 'admin',
  reach: 'nothing',
  needs: { role: 'author', of: 'list' },
  tenant: true,
  reply: v.array(AbilitySchema),
});

export const createToken = defineCall({
  name: 'createToken',
  method: 'POST',
  path: '/admin/generate-token',
  summary:
    'Creates a personal access token, returned this once, with abilities and scopes that the caller has; everybody has progress:read.',
  who: 'user',
  reach: 'own',
  tenant: true,
  body: v.strictObject({
    name: TokenNameSchema,
    abilities: v.pipe(v.array(AbilitySchema), v.minLength(1), v.maxLength(20)),
    /** Limits content:write, which is then the only ability, to this content; left out: all that the owner may. */
    scopes: v.optional(v.pipe(v.array(ContentScopeSchema), v.minLength(1), v.maxLength(20))),
    /** A moment, at most 366 days ahead; 90 days when left out. */
    expiresAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
    tenantId: v.optional(TenantIdSchema),
  }),
  reply: v.object({ message: v.string() }),
});

export const listTokens = defineCall({
  name: 'listTokens',
  method: 'GET',
  path: '/personal-access-tokens/list',
  summary:
    'Tokens of the signed-in person, newest first, 1,000 at most; administrators may request those of everybody. Never the secrets themselves.',
  who: 'user',
  reach: 'ownOrAll',
  tenant: false,
  viewable: false,
  query: v.strictObject({ all: v.optional(v.picklist(['true', 'false'])) }),
  reply: v.object({ result: v.array(AccessTokenSchema) }),
});

export const deleteTokens = defineCall({
  name: 'deleteTokens',
  method: 'DELETE',
  path: '/personal-access-tokens',
  summary: 'Revokes tokens at once, all of the named ones or none; administrators may revoke those of others.',
  who: 'user',
  reach: 'ownOrAll',
  tenant: false,
  body: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.minLength(1), v.maxLength(100)),
  reply: v.object({ deleted: v.array(v.string()) }),
});

export const exportTokens = defineExport({
  name: 'exportTokens',
  file: 'tokens.csv',
  summary: 'The tokens of everybody as a CSV file, newest first; never the secrets themselves.',
  reach: 'installation',
  query: v.strictObject({
    /** Occurs in the id, the name or the abilities. */
    q: SearchTextSchema,
    /** Tokens of one academy only. */
    academy: v.optional(TenantIdSchema),
  }),
});
