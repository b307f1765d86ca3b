import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Variables of a worker thread. Node.js gives a thread the cache of compiled code only by a variable; without it each
 * thread loads the compiler of TypeScript, which costs 30 MB and a tenth of a second.
 */
export function workerEnvironment(): NodeJS.ProcessEnv {
  // A folder of this version of Node.js, in the one that the variable names.
  const folder = getCompileCacheDir();
  return folder === undefined ? { ...process.env } : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
}
