import { type Attribute, GROUP_ATTRIBUTES, USER_ATTRIBUTES } from './scim-attributes.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Resources on a page when a request names no number, and most on one. */
export const PAGE = { usual: 100, max: 200 } as const;

export type ScimDocument = Readonly<Record<string, unknown>>;

/** A page of resources. @param total of all pages */
export function listOf(resources: readonly ScimDocument[], total = resources.length, startIndex = 1): ScimDocument {
  return {
    schemas: [LIST],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

const off = { supported: false };

/** What is offered. @param base address of the directory's SCIM */
export const serviceProviderConfig = (base: string): ScimDocument => ({
  schemas: [`${CORE}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { ...off, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE.max },
  changePassword: off,
  sort: off,
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator makes for this directory.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const KINDS = [
  { id: 'User', endpoint: '/Users', description: 'People', schema: USER_SCHEMA, attributes: USER_ATTRIBUTES },
  {
    id: 'Group',
    endpoint: '/Groups',
    description: 'Groups of people',
    schema: GROUP_SCHEMA,
    attributes: GROUP_ATTRIBUTES,
  },
] as const;

export const resourceTypes = (base: string): ScimDocument[] =>
  KINDS.map(({ id, endpoint, description, schema }) => ({
    schemas: [`${CORE}ResourceType`],
    ...{ id, name: id, endpoint, description, schema },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));

export const schemas = (base: string): ScimDocument[] =>
  KINDS.map(({ id, description, schema, attributes }) => ({
    schemas: [`${CORE}Schema`],
    ...{ id: schema, name: id, description },
    attributes: attributes.map(described),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema}` },
  }));

function described(attribute: Attribute): ScimDocument {
  const { name, type, about, parts, values, refers } = attribute;
  return {
    ...{ name, type, description: about },
    multiValued: attribute.multiValued === true,
    required: attribute.required === true,
    ...(type === 'string' || type === 'reference'
      ? { caseExact: attribute.isExact === true || type === 'reference' }
      : {}),
    mutability: attribute.readOnly === true ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: attribute.isUnique === true ? 'server' : 'none',
    ...(values === undefined ? {} : { canonicalValues: values }),
    ...(refers === undefined ? {} : { referenceTypes: refers }),
    ...(parts === undefined ? {} : { subAttributes: parts.map(described) }),
  };
}

/** Which attributes of a reply a request asks for. */
export interface Wanted {
  only: ReadonlySet<string> | null;
  not: ReadonlySet<string>;
}

/** Without these a reply would be useless: they are always sent. */
const ALWAYS: readonly string[] = ['schemas', 'id'];

/** Whether a reply has an attribute, and so whether it must be read. @param name in lower case */
export function isWanted({ only, not }: Wanted, name: string): boolean {
  if (ALWAYS.includes(name)) return true;
  if (only !== null) return [...only].some((one) => one === name || one.startsWith(`${name}.`));
  return !not.has(name);
}

/** A reply with the wanted attributes, and parts of them. */
export function trimmed(document: ScimDocument, wanted: Wanted): ScimDocument {
  if (wanted.only === null && wanted.not.size === 0) return document;
  const kept = Object.entries(document).filter(([name]) => isWanted(wanted, name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, value]) => [name, partsOf(value, name.toLowerCase(), wanted)]));
}

function partsOf(value: unknown, name: string, wanted: Wanted): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => partsOf(one, name, wanted));
  if (value === null || typeof value !== 'object') return value;
  const { only, not } = wanted;
  const isKept = (part: string) =>
    only === null
      ? !not.has(`${name}.${part}`)
      : only.has(name) || only.has(`${name}.${part}`) || ALWAYS.includes(name);
  return Object.fromEntries(Object.entries(value).filter(([part]) => isKept(part.toLowerCase())));
}
