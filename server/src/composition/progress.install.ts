import { ledgerStore } from '../progress/ledger.store.ts';
import { bindProgress } from '../progress/progress.routes.ts';
import type { AppContext } from './app-context.ts';

export function installProgress({ calls, db, progress, guides, paths }: AppContext): void {
  bindProgress(calls, progress, guides, paths, ledgerStore(db));
}
