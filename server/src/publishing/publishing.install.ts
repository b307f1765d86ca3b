import type { AppContext } from '../app-context.ts';
import { bindPublishing } from './publishing.routes.ts';
import { bindPublishingAdmin } from './publishing-admin.routes.ts';
import { publishingAdminStore } from './publishing-admin.store.ts';
import { bindPublishingHistory } from './publishing-history.routes.ts';

export function installPublishing({ calls, db, publishing }: AppContext): void {
  bindPublishing(calls, publishing);
  bindPublishingHistory(calls, publishing);
  bindPublishingAdmin(calls, publishingAdminStore(db), publishing);
}
