import type * as v from 'valibot';

/** An environment variable that the server reads. */
export interface Setting<S extends v.GenericSchema<string, unknown>, D> {
  /** Environment variable. */
  name: string;
  schema: S;
  /** Value when the variable is not set. */
  default: D;
  /** Description for the reference page. */
  about: string;
}

/** Defines a setting. */
export function setting<S extends v.GenericSchema<string, unknown>, D>(
  name: string,
  schema: S,
  fallback: D,
  about: string,
): Setting<S, D> {
  return { name, schema, default: fallback, about };
}
