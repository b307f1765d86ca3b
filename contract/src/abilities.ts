import * as v from 'valibot';

/** What a personal access token can be allowed to do. */
export const ABILITIES = [
  'content:write',
  'alerts:write',
  'users:read',
  'users:write',
  'stats:read',
  'progress:read',
  'learning:read',
  'ledger:read',
  'reports:read',
] as const;
export const AbilitySchema = v.picklist(ABILITIES);
export type Ability = v.InferOutput<typeof AbilitySchema>;
