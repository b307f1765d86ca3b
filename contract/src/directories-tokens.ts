import * as v from 'valibot';
import { defineCall } from './call.ts';
import { TOKEN_MAX_DAYS } from './personal-access-tokens.ts';

/** Most tokens of a directory: one, and others while it is replaced. */
export const MAX_DIRECTORY_TOKENS = 5;
/** Usual life of a token, days: until then somebody has to enter a new one at the provider. */
export const DIRECTORY_TOKEN_DAYS = 366;

const DirectoryTokenSchema = v.object({
  tokenId: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
  /** Null: never. */
  lastUsedAt: v.nullable(v.string()),
  /** The last request with it that was refused, in the reader's language; null: there was none. */
  lastError: v.nullable(v.object({ at: v.string(), message: v.string() })),
});
export type DirectoryToken = v.InferOutput<typeof DirectoryTokenSchema>;

const Id = v.pipe(v.string(), v.uuid());
const DirectoryParams = v.strictObject({ directoryId: Id });

export const listDirectoryTokens = defineCall({
  name: 'listDirectoryTokens',
  method: 'GET',
  path: '/admin/directories/:directoryId/tokens',
  summary:
    'How a directory keeps its people and groups up to date over SCIM: address, numbers, and tokens without their secret.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  params: DirectoryParams,
  reply: v.object({
    /** Address of SCIM, to be entered at the provider. */
    address: v.string(),
    /** People who can use their account, people who have left, and groups. */
    people: v.number(),
    left: v.number(),
    groups: v.number(),
    result: v.array(DirectoryTokenSchema),
  }),
});

export const createDirectoryToken = defineCall({
  name: 'createDirectoryToken',
  method: 'POST',
  path: '/admin/directories/:directoryId/tokens',
  summary:
    'Makes a token with which a directory keeps its people and groups up to date. It is shown this once. Others stay valid.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: DirectoryParams,
  body: v.strictObject({
    days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(TOKEN_MAX_DAYS)), DIRECTORY_TOKEN_DAYS),
  }),
  reply: v.object({ ...DirectoryTokenSchema.entries, token: v.string() }),
});

export const deleteDirectoryToken = defineCall({
  name: 'deleteDirectoryToken',
  method: 'DELETE',
  path: '/admin/directories/:directoryId/tokens/:tokenId',
  summary: 'Ends a token of a directory at once. People and groups stay as they are.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: v.strictObject({ directoryId: Id, tokenId: Id }),
  reply: v.object({ deleted: v.string() }),
});
