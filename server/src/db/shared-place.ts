import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { StartProblem } from '../settings/start-problem.ts';

/**
 * Holds the files that an unprivileged user must reach when the data folder or the programs lie where only root may go.
 * Not `/var/lib/academy`: that is the data folder of a service, which its user alone may enter.
 */
const SHARED_PLACES = '/var/lib/academy-postgres';
/** Where they lay before. A database that is there stays there. */
const FORMER_PLACES = '/var/lib/academy';

/** Others may pass through it, and see nothing. */
const PASSABLE = 0o711;

/**
 * The folder outside the data folder that is used when an unprivileged user cannot reach the data folder. For a data folder
 * among the temporary files it lies among them, too: what is thrown away leaves nothing on the machine.
 */
export function sharedPlaceOf(dataFolder: string): string {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  if (isTemporary(dataFolder)) return join(realpathSync(tmpdir()), `academy-postgres-${name}`);
  const former = join(FORMER_PLACES, name);
  return existsSync(join(former, 'pg')) ? former : join(SHARED_PLACES, name);
}

/**
 * Makes that folder so that others may pass.
 *
 * @throws StartProblem when it belongs to another user than root
 */
export function makeSharedPlace(place: string): void {
  for (const folder of dirname(place) === SHARED_PLACES ? [SHARED_PLACES, place] : [place]) {
    mkdirSync(folder, { recursive: true });
    const found = lstatSync(folder);
    // Anybody may make folders among the temporary files.
    if (!found.isDirectory() || found.uid !== process.getuid?.()) {
      throw new StartProblem(
        `${folder}, where the database would lie, belongs to somebody else.`,
        'Remove it, choose another folder with --data, or start as another user than root.',
      );
    }
    // Whatever the umask of this process left away.
    chmodSync(folder, PASSABLE);
  }
}

function isTemporary(folder: string): boolean {
  return [tmpdir(), realpathSync(tmpdir())].some((one) => folder.startsWith(one + sep));
}
