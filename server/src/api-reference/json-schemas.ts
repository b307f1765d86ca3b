import type { Call, Schema } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ENTITIES } from './entities.ts';

export type { JsonSchema };
export type Properties = Readonly<Record<string, JsonSchema>>;

/** One parameter in the path, the query or a header. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** Prefix by which schemas refer to an entity of the reference. */
export const ENTITY_PREFIX = '#/components/schemas/';

/** Name of a reply's `data`; no entity has such a name. */
const replyName = (call: Call) => `${call.name} reply`;

/** Every entity and the `data` of every reply as JSON Schema; entities are referred to, not repeated. */
export function replySchemas(): { entities: Properties; dataOf(call: Call): JsonSchema } {
  // A reply that is itself an entity would take over the entity's name: wrapping it in an object prevents that.
  const replies = CALLS.map((call) => [replyName(call), v.object({ data: call.reply })] as const);
  const all = toJsonSchemaDefs({ ...ENTITIES, ...Object.fromEntries(replies) } as never, {
    errorMode: 'ignore',
    typeMode: 'output',
    target: 'draft-2020-12',
    overrideRef: ({ referenceId }) => `${ENTITY_PREFIX}${referenceId}`,
  }) as Properties;
  return {
    entities: Object.fromEntries(Object.keys(ENTITIES).map((name) => [name, all[name] ?? {}])),
    dataOf: (call) => (all[replyName(call)]?.properties?.data ?? {}) as JsonSchema,
  };
}

/** What a call takes as its JSON body; null when it takes none. */
export function bodySchema({ body }: Call): JsonSchema | null {
  return body === undefined || body === 'stream' ? null : jsonSchema(body, 'input');
}

/** The parameters of a call besides its body, in the order of the contract. */
export function parametersOf(call: Call): Parameter[] {
  return [
    ...parametersIn('path', call.params),
    ...parametersIn('query', call.query),
    ...parametersIn('header', call.headers),
  ];
}

function parametersIn(where: Parameter['in'], schema: Schema | undefined): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as Described;
  const { properties: outcome = {} } = jsonSchema(schema, 'output') as Described;
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: textual(one, outcome[name]),
  }));
}

interface Described {
  properties?: Properties;
  required?: string[];
}

/** Parameters in addresses are text: one that is parsed to a number or list is described by the parsed type. */
function textual(given: JsonSchema, becomes: JsonSchema | undefined): JsonSchema {
  const told = becomes?.type === 'array' || becomes?.type === 'integer' || becomes?.type === 'number';
  return told ? becomes : given;
}

function jsonSchema(schema: Schema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode,
    target: 'draft-2020-12',
  });
  return rest;
}
