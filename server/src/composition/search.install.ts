import { startPolling } from '../background/polling.ts';
import { indexAgain } from '../search/index-again.ts';
import type { AppContext } from './app-context.ts';

/** During an upgrade a server of the former edition may still write entries, ms. */
const INDEX_EVERY_MS = 60_000;

/** Completes the search index with what an earlier edition left out. */
export function installSearch({ server, db, versions, log }: AppContext): void {
  const indexing = startPolling({
    ...{ work: 'completing the search index', everyMs: INDEX_EVERY_MS, log },
    async run() {
      const began = performance.now();
      // The database rests for as long as it has worked.
      return (await indexAgain(db, versions)) ? performance.now() - began : undefined;
    },
  });
  server.addHook('onClose', () => indexing.stop());
}
