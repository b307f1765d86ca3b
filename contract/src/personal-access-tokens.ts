import * as v from 'valibot';

export const ABILITIES = [
  'content:write',
  'alerts:write',
  'users:read',
  'users:write',
  'stats:read',
  'progress:read',
] as const;
export const AbilitySchema = v.picklist(ABILITIES);
export type Ability = v.InferOutput<typeof AbilitySchema>;

/** Days until a token ends when no date is given, and at most. */
export const TOKEN_DEFAULT_DAYS = 90;
export const TOKEN_MAX_DAYS = 366;

export const TokenNameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80));
