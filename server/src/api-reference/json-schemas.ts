import type { Call, Schema } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ENTITIES } from './entities.ts';

export type { JsonSchema };
export type Properties = Readonly<Record<string, JsonSchema>>;

/** One value of a path, a query or a header. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

/** Where the reference shows an entity, and how a schema refers to it. */
export const ENTITY_PREFIX = '#/components/schemas/';

/** The `data` of a reply under a name that no entity has. */
const replyName = (call: Call) => `${call.name} reply`;

/** Every entity and the `data` of every reply as JSON Schema; entities are referred to, not repeated. */
export function replySchemas(): { entities: Properties; dataOf(call: Call): JsonSchema } {
  // A reply that is an entity itself would take the entity's name away: an object around it prevents that.
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

/** What a call takes besides a body, in the order in which it is asked for. */
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

/** Addresses hold text only: a text that becomes a number or a list is told as what it becomes. */
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
