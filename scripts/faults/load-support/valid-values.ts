import type { JsonSchema, Properties } from '@academy/server/api-reference/json-schemas';
import { sampleOf } from '@academy/server/api-reference/samples';
import type { Random } from './random.ts';

/** Most values that are remembered of one property. */
const REMEMBERED = 60;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Values that replies have shown: ids and slugs of real courses, people, attempts. */
export class KnownValues {
  readonly #byName = new Map<string, string[]>();

  /** Remembers the texts of a reply by the names of their properties. */
  learn(value: unknown, name = ''): void {
    if (typeof value === 'string') {
      if (value.length > 0 && value.length < 200) this.#remember(UUID.test(value) ? [name, 'uuid'] : [name], value);
    } else if (Array.isArray(value)) {
      for (const one of value.slice(0, 20)) this.learn(one, name);
    } else if (value !== null && typeof value === 'object') {
      for (const [key, one] of Object.entries(value)) this.learn(one, key);
    }
  }

  /** A value that this property had somewhere, or one of another property that is as good. */
  find(name: string, random: Random): string | undefined {
    const alike = [name, ...(ALIKE[name] ?? []), ...(/id$/i.test(name) ? ['id', 'uuid'] : [])];
    const lists = alike.flatMap((one) => this.#byName.get(one) ?? []);
    return lists.length === 0 ? undefined : random.pick(lists);
  }

  #remember(names: readonly string[], value: string): void {
    for (const name of names) {
      const values = this.#byName.get(name) ?? [];
      this.#byName.set(name, values);
      if (values.length < REMEMBERED && !values.includes(value)) values.push(value);
    }
  }
}

/** Properties that hold the same kind of value under other names. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  courseSlug: ['slug'],
  lessonSlug: ['slug'],
  guideSlug: ['slug'],
  slug: ['courseSlug'],
  emailId: ['email'],
  newEmail: ['email'],
  currentEmail: ['email'],
  verifiableEmail: ['email'],
  userId: ['personId', 'id'],
};

/** A value that a schema allows, with what is known in the right places. */
export function validValue(schema: JsonSchema, name: string, random: Random, known: KnownValues): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined && choices.length > 0) return validValue(random.pick(choices), name, random, known);
  if (schema.type === 'array') {
    const { items, minItems = 0, maxItems = 5 } = schema;
    if (typeof items !== 'object' || Array.isArray(items)) return [];
    const length = Math.min(maxItems, minItems + random.below(4));
    return Array.from({ length }, () => validValue(items as JsonSchema, name.replace(/s$/, ''), random, known));
  }
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    const given = Object.entries(properties as Properties).filter(([key]) => required.includes(key) || random.oneIn(2));
    return Object.fromEntries(given.map(([key, one]) => [key, validValue(one, key, random, known)]));
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return Math.min(maximum, random.pick([minimum, minimum + 1, minimum + random.below(100), maximum]));
  }
  if (schema.type === 'boolean') return random.oneIn(2);
  if (schema.type === 'null') return null;
  return (random.oneIn(5) ? undefined : known.find(name, random)) ?? sampleOf(schema, name);
}
