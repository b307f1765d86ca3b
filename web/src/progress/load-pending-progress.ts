import { loadFileWithRetry } from '../lib/load-file.ts';

/**
 * What notes and sends progress; only signed-in learners need it, so visitors do not load it. What somebody did waits for
 * it however long it takes.
 */
export const pendingProgress = () => loadFileWithRetry(() => import('./pending-progress.ts'));
