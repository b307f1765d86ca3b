import { bindPublishing } from '../publishing/publishing.routes.ts';
import { bindPublishingAdmin } from '../publishing/publishing-admin.routes.ts';
import { publishingAdminStore } from '../publishing/publishing-admin.store.ts';
import { bindPublishingHistory } from '../publishing/publishing-history.routes.ts';
import type { AppContext } from './app-context.ts';

export function installPublishing({ calls, db, publishing }: AppContext): void {
  bindPublishing(calls, publishing);
  bindPublishingHistory(calls, publishing);
  bindPublishingAdmin(calls, publishingAdminStore(db), publishing);
}
