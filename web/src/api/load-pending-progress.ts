import { insist } from '../lib/lazy-part.ts';

/**
 * What notes and sends progress; only signed-in learners need it, so visitors do not load it. What somebody did waits for
 * it however long it takes.
 */
export const pendingProgress = () => insist(() => import('./pending-progress.ts'));
