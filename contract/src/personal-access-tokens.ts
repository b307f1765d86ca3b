import * as v from 'valibot';
import { defineCall } from './call.ts';
import { TenantIdSchema } from './tenants.ts';

export const ABILITIES = [
  'content:write',
  'alerts:write',
  'users:read',
  'users:write',
  'stats:read',
  'progress:read',
] as const;
export const AbilitySchema = v.picklist(ABILITIES);
export type Ability = v.InferOutput<typeof AbilitySchema>;

/** Days until a token ends when no date is given, and at most. */
export const TOKEN_DEFAULT_DAYS = 90;
export const TOKEN_MAX_DAYS = 366;

export const TokenNameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));

export const AccessTokenSchema = v.object({
  tokenId: v.string(),
  name: v.string(),
  abilities: v.array(AbilitySchema),
  tenantId: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
});
export type AccessToken = v.InferOutput<typeof AccessTokenSchema>;

export const listAbilities = defineCall({
  name: 'listAbilities',
  method: 'GET',
  path: '/admin/abilities',
  summary: 'The abilities that a token of this academy may have.',
  who: 'admin',
  tenant: true,
  reply: v.array(AbilitySchema),
});

export const createToken = defineCall({
  name: 'createToken',
  method: 'POST',
  path: '/admin/generate-token',
  summary:
    'Makes a personal access token, shown this once. An administrator may give it any abilities, everybody else progress:read.',
  who: 'user',
  tenant: true,
  body: v.strictObject({
    name: TokenNameSchema,
    abilities: v.pipe(v.array(AbilitySchema), v.minLength(1, 'must hold at least one ability'), v.maxLength(20)),
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
  summary: 'Own tokens; an administrator may ask for those of everybody. Never the tokens themselves.',
  who: 'user',
  tenant: false,
  query: v.strictObject({ all: v.optional(v.picklist(['true', 'false'])) }),
  reply: v.object({ result: v.array(AccessTokenSchema) }),
});

export const deleteTokens = defineCall({
  name: 'deleteTokens',
  method: 'DELETE',
  path: '/personal-access-tokens',
  summary: 'Ends tokens at once, all of the named ones or none; an administrator may end those of others.',
  who: 'user',
  tenant: false,
  body: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.minLength(1), v.maxLength(100)),
  reply: v.object({ deleted: v.array(v.string()) }),
});
