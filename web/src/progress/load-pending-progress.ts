import { loadFileWithRetry } from '../lib/load-file.ts';

/**
 * Loads the code that stores and sends progress. Visitors do not need it, so they do not load it. Actions wait until it is
 * loaded.
 */
export const pendingProgress = () => loadFileWithRetry(() => import('./pending-progress.ts'));
