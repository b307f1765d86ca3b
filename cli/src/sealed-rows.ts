import { SealedError } from '@academy/identity/sealing';
import { keySecretsOf, type Settings } from '@academy/server/composition/settings';
import type { Connection } from '@academy/server/db/connect';
import { resealEverything } from '@academy/server/identity/reseal-everything';
import { undone } from './undone.ts';

/** Why the settings do not open what is encrypted in a database, in words with the setting; null when they do. */
export async function sealingProblem(db: Connection['db'], settings: Settings): Promise<string | null> {
  try {
    await undone(db, (tx) => resealEverything(tx, keySecretsOf(settings)));
    return null;
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    return error.message;
  }
}
