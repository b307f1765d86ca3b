import type { Logger } from 'pino';
import type { Database } from '../db/connect.ts';
import { hasFilesElsewhere } from './database-store.ts';
import {
  type FileStoreValues,
  type Redirects,
  redirectsOf,
  s3SettingsOf,
  writesToStore,
} from './file-store-settings.ts';
import { type S3Store, s3Store } from './s3-store.ts';
import { adviceFor } from './store-advice.ts';

/** The content store beside the database. */
export interface FileStoreOptions {
  store: S3Store | null;
  /** Whether new files are written there. */
  writesToStore: boolean;
  /** What readers of large files are redirected to; null: the server streams them. */
  redirects: Redirects | null;
}

/** The content store that the settings name. */
export function fileStoreOf(settings: FileStoreValues): FileStoreOptions {
  const s3 = s3SettingsOf(settings);
  return {
    store: s3 === null ? null : s3Store(s3),
    writesToStore: writesToStore(settings),
    redirects: redirectsOf(settings),
  };
}

/**
 * Reports to the operator at the start what is wrong with the content store. The academy starts all the same: pages do not
 * need it, and a store that comes back is used at once.
 */
export async function reportStore(
  db: Database,
  store: S3Store | null,
  { log, progress }: { log: Pick<Logger, 'error'>; progress: (line: string) => void },
): Promise<void> {
  const tell = (error: unknown, problem: string, next: string) => {
    log.error({ err: error, next }, problem);
    progress(`${problem} ${next}`);
  };
  if (store === null) {
    if (await hasFilesElsewhere(db.$client))
      tell(
        null,
        'Files of the content lie in a content store, and the settings name none: readers do not get them.',
        'Set ACADEMY_S3_ENDPOINT and the settings that belong to it.',
      );
    return;
  }
  // In the background: a store that does not answer must not delay the start.
  void store.probe().catch((error: unknown) => {
    const { said, next } = adviceFor(error);
    tell(error, said, next);
  });
}
