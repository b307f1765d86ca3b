import * as v from 'valibot';
import { type Terminal, usageProblem } from '../command.ts';

interface AnySetting<T> {
  name: string;
  schema: v.GenericSchema<string, T>;
  default: T | null;
}

/** The value of one setting of the server. @param command that is run, for the words of a wrong value */
export function labSetting<T>(
  { name, schema, default: fallback }: AnySetting<T>,
  { env }: Pick<Terminal, 'env'>,
  command: string,
): T {
  const raw = env[name];
  if (raw === undefined || raw.trim() === '') return fallback as T;
  const read = v.safeParse(schema, raw);
  if (read.success) return read.output;
  throw usageProblem(`${name} ${read.issues[0].message}.`, command);
}
