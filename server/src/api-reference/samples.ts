import type { JsonSchema, Properties } from './json-schemas.ts';

/** Realistic example values, by a part of the property name. */
const BY_NAME: readonly [part: RegExp, value: string][] = [
  [/mail(?:Id)?$|^login$|^recipients?$/i, 'ada@example.org'],
  [/^scope$/, 'course:spring-boot'],
  [/^(?:timeZ|z)one$/, 'Europe/Berlin'],
  [/^endsAt$/, '2031-01-31T00:00:00Z'],
  [/^token$/, 'a'.repeat(43)],
  [/url$/i, 'https://example.org/'],
  [/domain$/i, 'example.org'],
  [/slug$/i, 'write-your-first-course'],
  [/courseId$/, 'course-1'],
  [/lessonId$/, 'lesson-1'],
  [/tenant(?:Id)?$/, 'spring'],
  [/key$/i, 'key-00000001'],
  [/name$/i, 'Ada'],
  [/code$/i, '123456'],
  [/^q$|search/i, 'rest'],
];
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2030-01-31T00:00:00Z',
  date: '2030-01-31',
  uuid: '5f0c6a4e-8d4b-4a57-9c55-0d1f0d3c2b1a',
  uri: 'https://example.org/',
};
const FALLBACKS = ['text', 'a text of some words', '1', '100', '/courses'];

/** A value that a schema allows, for examples. Optional properties are left out. */
export function sampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== '') ?? schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices?.[0] !== undefined) return sampleOf(choices[0], name);
  if (schema.type === 'array') return listSample(schema, name);
  if (schema.type === 'object') return objectSample(schema);
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return textSample(schema, name);
}

function listSample({ items, minItems = 0 }: JsonSchema, name: string): unknown[] {
  if (typeof items !== 'object' || Array.isArray(items)) return [];
  return Array.from({ length: Math.max(1, minItems) }, () => sampleOf(items as JsonSchema, name.replace(/s$/, '')));
}

function objectSample({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  const given = Object.entries(properties as Properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(given.map(([name, one]) => [name, sampleOf(one, name)]));
}

function textSample({ pattern, format, minLength = 0, maxLength }: JsonSchema, name: string): string {
  const named = BY_NAME.filter(([part]) => part.test(name)).map(([, value]) => value);
  const formatted = format === undefined ? [] : [BY_FORMAT[format] ?? ''];
  const fits = (value: string) =>
    (format === undefined || value === BY_FORMAT[format] || named.includes(value)) &&
    value.length >= minLength &&
    value.length <= (maxLength ?? value.length) &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value));
  return [...named, ...formatted, ...FALLBACKS].find(fits) ?? 'text';
}
