import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where tests keep the environments of the sample labs. `./academy test --all` makes them of Debian packages, once; the
 * folder is a cache for later runs.
 */
export const SAMPLE_ENVIRONMENTS =
  process.env.ACADEMY_LAB_ENVIRONMENTS ??
  join(import.meta.dirname, '../../../node_modules/.cache/academy-lab-environments');

/** Whether the environment of a sample lab was made on this machine. */
export const hasEnvironment = (name: string): boolean => existsSync(join(SAMPLE_ENVIRONMENTS, name, 'record.json'));
