import { ENTITY_PREFIX, type JsonSchema, type Properties } from './json-schemas.ts';

/** A piece of a type's text: plain text, or the name of an entity that is described elsewhere. */
export type Piece = string | { entity: string };

/** Longest regular expression that is shown to readers. */
const MAX_PATTERN_LENGTH = 40;

/** A JSON Schema in TypeScript notation, with its other constraints as comments. */
export function typeText(schema: JsonSchema, indent = ''): Piece[] {
  if (schema.$ref !== undefined) return [{ entity: schema.$ref.slice(ENTITY_PREFIX.length) }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum !== undefined) return [schema.enum.map((value) => JSON.stringify(value)).join(' | ')];
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined) return between(choices.map((one) => typeText(one, indent)));
  if (schema.type === 'array') return listText(schema, indent);
  if (schema.type === 'object') return objectText(schema, indent);
  if (schema.type === 'integer') return ['number'];
  return [schema.type === undefined ? 'unknown' : String(schema.type)];
}

/** The same as plain text, without links. */
export const plainTypeText = (schema: JsonSchema): string =>
  typeText(schema)
    .map((piece) => (typeof piece === 'string' ? piece : piece.entity))
    .join('');

/** The constraints of a value besides its type, as text. */
export function limitsOf(schema: JsonSchema): string[] {
  const { pattern, format } = schema;
  return [
    ...range(schema.minLength, schema.maxLength, 'character'),
    ...range(schema.minItems, schema.maxItems, 'entry', 'entries'),
    ...range(schema.minimum, schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum, ''),
    ...(schema.type === 'integer' ? ['whole'] : []),
    ...(format === undefined ? [] : [format]),
    ...(pattern === undefined || pattern.length > MAX_PATTERN_LENGTH ? [] : [`matches ${pattern}`]),
    ...(schema.default === undefined || schema.default === null
      ? []
      : [`${JSON.stringify(schema.default)} when left out`]),
  ];
}

function range(min: number | undefined, max: number | undefined, one: string, many = `${one}s`): string[] {
  const of = (count: number) => (one === '' ? '' : ` ${count === 1 ? one : many}`);
  if (min !== undefined && max !== undefined) return [`${min} to ${max}${of(max)}`];
  if (max !== undefined) return [`at most ${max}${of(max)}`];
  return min === undefined || (min === 0 && one !== '') ? [] : [`at least ${min}${of(min)}`];
}

function between(choices: Piece[][]): Piece[] {
  return choices.flatMap((choice, index) => (index === 0 ? choice : [' | ', ...choice]));
}

function listText({ items }: JsonSchema, indent: string): Piece[] {
  const one = typeof items === 'object' && !Array.isArray(items) ? typeText(items as JsonSchema, indent) : ['unknown'];
  const isChoice = one.some((piece) => typeof piece === 'string' && piece.includes(' | ') && !piece.includes('\n'));
  return isChoice ? ['(', ...one, ')[]'] : [...one, '[]'];
}

function objectText(schema: JsonSchema, indent: string): Piece[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${indent}  `;
  const names = Object.entries(properties as Properties);
  if (names.length === 0) {
    if (typeof additionalProperties !== 'object') return ['{}'];
    return ['{ [key: string]: ', ...typeText(additionalProperties as JsonSchema, indent), ' }'];
  }
  const lines = names.flatMap(([name, one]): Piece[] => {
    const limits = limitsOf(one);
    return [
      `${inner}${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: `,
      ...typeText(one, inner),
      ...(limits.length === 0 ? ['\n'] : [`  // ${limits.join(', ')}\n`]),
    ];
  });
  return ['{\n', ...lines, `${indent}}`];
}
