import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Most directories of an installation, and most domains of one. */
export const MAX_DIRECTORIES = 500;
export const MAX_DIRECTORY_DOMAINS = 50;
/** Most values of a claim that stand for groups. */
export const MAX_CLAIM_GROUPS = 100;

const line = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max), v.regex(/^\P{Cc}*$/u));
const claim = () => line(200);

/** Largest metadata of a SAML provider, in characters; those of federations are larger and have many providers. */
export const MAX_SAML_METADATA = 100_000;

/** Which claims hold what is known of a person; with SAML, which attributes. */
const MappingSchema = v.strictObject({
  /** SAML: attribute with an identifier that stays the same; null: the NameID. */
  subject: v.optional(v.nullable(claim()), null),
  email: v.optional(claim(), 'email'),
  firstName: v.optional(claim(), 'given_name'),
  lastName: v.optional(claim(), 'family_name'),
  /** Whether addresses count as verified when the provider does not send `email_verified`. */
  trustsAddresses: v.optional(v.boolean(), false),
  /** People whose claim has a value, alone or in a list, are in the group of that name; null: claims give no groups. */
  groups: v.optional(
    v.nullable(
      v.strictObject({
        claim: claim(),
        values: v.pipe(
          v.array(v.strictObject({ value: line(300), group: line(200) })),
          v.minLength(1),
          v.maxLength(MAX_CLAIM_GROUPS),
        ),
      }),
    ),
    null,
  ),
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
  kind: v.picklist(['oidc', 'saml']),
  name: v.string(),
  /** SAML: the provider's entity ID. */
  issuer: v.string(),
  /** SAML: the academy's entity ID, the address of its metadata. */
  clientId: v.string(),
  /** Whether a client secret is stored, which no reply contains. */
  hasSecret: v.boolean(),
  scopes: v.string(),
  /** Null for OpenID Connect. */
  saml: v.nullable(
    v.object({ metadata: v.nullable(v.string()), metadataUrl: v.nullable(v.string()), beginsThere: v.boolean() }),
  ),
  mapping: v.object({
    subject: v.nullable(v.string()),
    email: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    trustsAddresses: v.boolean(),
    groups: v.nullable(
      v.object({ claim: v.string(), values: v.array(v.object({ value: v.string(), group: v.string() })) }),
    ),
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
  /** Redirect address of the academy, to be entered at the provider; SAML: the address of replies. */
  redirectUri: v.string(),
  createdAt: v.string(),
});
export type Directory = v.InferOutput<typeof DirectorySchema>;

const DirectoryParams = v.strictObject({ directoryId: v.pipe(v.string(), v.uuid()) });

/** One of both: the metadata, or the address that they are read from at each use. */
const SamlInputSchema = v.strictObject({
  metadata: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(MAX_SAML_METADATA))), null),
  metadataUrl: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(500), v.url())), null),
  /** Whether a log-in may begin at the provider. */
  beginsThere: v.optional(v.boolean(), false),
});

const DirectoryInputSchema = v.strictObject({
  /** It stays as it is when a directory is changed. */
  kind: v.optional(v.picklist(['oidc', 'saml']), 'oidc'),
  name: line(80),
  /** OpenID Connect only; with SAML it is read from the metadata. */
  issuer: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500), v.url())),
  /** OpenID Connect only. */
  clientId: v.optional(line(300)),
  /** SAML only. */
  saml: v.optional(SamlInputSchema),
  /** OpenID Connect only. Left out: the stored one stays; null: a client without a secret. */
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
