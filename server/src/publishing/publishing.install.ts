import type { AppContext } from '../app-context.ts';
import { bindContentAdmin } from './content-admin.routes.ts';
import { contentAdminStore } from './content-admin.store.ts';
import { bindPublishing } from './publishing.routes.ts';

export function installPublishing({ calls, db, publishing }: AppContext): void {
  bindPublishing(calls, publishing);
  bindContentAdmin(calls, contentAdminStore(db), publishing);
}
