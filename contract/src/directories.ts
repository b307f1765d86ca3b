import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Most directories of an installation, and most domains of one. */
export const MAX_DIRECTORIES = 500;
export const MAX_DIRECTORY_DOMAINS = 50;

const line = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max), v.regex(/^\P{Cc}*$/u));
const claim = () => line(200);

/** Which claims hold what is known of a person. */
const MappingSchema = v.strictObject({
  email: v.optional(claim(), 'email'),
  firstName: v.optional(claim(), 'given_name'),
  lastName: v.optional(claim(), 'family_name'),
  /** Whether addresses count as verified when the provider does not send `email_verified`. */
  trustsAddresses: v.optional(v.boolean(), false),
  /** People whose claim has this value, alone or in a list, are Pro members; null: the directory grants none. */
  pro: v.optional(v.nullable(v.strictObject({ claim: claim(), value: line(300) })), null),
});

const DomainSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253),
  v.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
);

const DirectorySchema = v.object({
  directoryId: v.string(),
  kind: v.literal('oidc'),
  name: v.string(),
  issuer: v.string(),
  clientId: v.string(),
  /** Whether a client secret is stored, which no reply contains. */
  hasSecret: v.boolean(),
  scopes: v.string(),
  mapping: v.object({
    email: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    trustsAddresses: v.boolean(),
    pro: v.nullable(v.object({ claim: v.string(), value: v.string() })),
  }),
  /** Whether the people of its domains log in there and nowhere else. */
  isRequired: v.boolean(),
  /** False: nobody is led to it; it can be tried. */
  isActive: v.boolean(),
  domains: v.array(
    v.object({
      domain: v.string(),
      provedAt: v.nullable(v.string()),
      /** The TXT record that proves the domain. */
      record: v.object({ name: v.string(), value: v.string() }),
    }),
  ),
  /** Redirect address of the academy, to be entered at the provider. */
  redirectUri: v.string(),
  createdAt: v.string(),
});
export type Directory = v.InferOutput<typeof DirectorySchema>;

const DirectoryParams = v.strictObject({ directoryId: v.pipe(v.string(), v.uuid()) });

const DirectoryInputSchema = v.strictObject({
  name: line(80),
  issuer: v.pipe(v.string(), v.trim(), v.maxLength(500), v.url()),
  clientId: line(300),
  /** Left out: the stored one stays; null: a client without a secret. */
  clientSecret: v.optional(v.nullable(line(1_000))),
  scopes: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(300),
      v.regex(/^(?:[\x21\x23-\x5b\x5d-\x7e]+ )*[\x21\x23-\x5b\x5d-\x7e]+$/),
    ),
    'openid profile email',
  ),
  mapping: v.optional(MappingSchema, {}),
  isRequired: v.optional(v.boolean(), false),
  isActive: v.optional(v.boolean(), false),
  domains: v.pipe(v.array(DomainSchema), v.maxLength(MAX_DIRECTORY_DOMAINS)),
});
export type DirectoryInput = v.InferOutput<typeof DirectoryInputSchema>;

export const listDirectories = defineCall({
  name: 'listDirectories',
  method: 'GET',
  path: '/admin/directories',
  summary: 'The directories of companies in which their people log in.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(DirectorySchema) }),
});

export const createDirectory = defineCall({
  name: 'createDirectory',
  method: 'POST',
  path: '/admin/directories',
  summary: 'Adds a directory. Nobody is led to it before a domain is proved and it is switched on.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  body: DirectoryInputSchema,
  reply: DirectorySchema,
});

export const updateDirectory = defineCall({
  name: 'updateDirectory',
  method: 'PUT',
  path: '/admin/directories/:directoryId',
  summary: 'Changes a directory. Domains that stay keep their proof.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: DirectoryParams,
  body: DirectoryInputSchema,
  reply: DirectorySchema,
});

export const deleteDirectory = defineCall({
  name: 'deleteDirectory',
  method: 'DELETE',
  path: '/admin/directories/:directoryId',
  summary: 'Deletes a directory. The accounts of its people stay; they choose a password by e-mail.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: DirectoryParams,
  reply: v.object({ deleted: v.string() }),
});

export const proveDirectoryDomain = defineCall({
  name: 'proveDirectoryDomain',
  method: 'POST',
  path: '/admin/directories/:directoryId/prove-domain',
  summary: 'Looks for the TXT record of a domain; 409 when another directory has proved the domain.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: DirectoryParams,
  body: v.strictObject({ domain: DomainSchema }),
  reply: DirectorySchema,
});

export const tryDirectory = defineCall({
  name: 'tryDirectory',
  method: 'POST',
  path: '/admin/directories/:directoryId/try',
  summary:
    'Makes an address that logs in at the provider and shows every claim and what would be made of it. Nothing is stored. It works once, within five minutes.',
  who: 'admin',
  reach: 'installation',
  tenant: true,
  params: DirectoryParams,
  reply: v.object({ address: v.string() }),
});
