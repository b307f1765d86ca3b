import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '@academy/server/settings/start-problem';
import { ROOT } from './paths.ts';
import { runProgram } from './run-program.ts';

/** Inputs of the web build, relative to the repository. */
const SOURCES = ['web', 'contract', 'tenants', 'package-lock.json'];
const LEFT_OUT = new Set(['node_modules', 'dist']);
/** In the build's own folder, so that it is deleted with the build. */
const STAMP = 'web/dist/.sources';
const ENTRY = 'web/dist/server/entry-server.js';

/** Whether the built web was made from exactly these sources. An image holds the built web alone. */
function isWebBuilt(root: string = ROOT): boolean {
  if (!existsSync(join(root, 'web/src'))) return existsSync(join(root, ENTRY));
  const stamp = join(root, STAMP);
  return existsSync(join(root, ENTRY)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(root);
}

/**
 * Builds the web when its sources changed since the last build, or always with `force`.
 *
 * @throws StartProblem with the bundler's message when it fails
 */
export async function buildWeb(log: (line: string) => void, force = false): Promise<void> {
  if (!force && isWebBuilt()) return;
  refuseWithoutRight();
  log('Building the web (sources changed)');
  const began = performance.now();
  const sources = hashSources(ROOT);
  rmSync(join(ROOT, STAMP), { force: true });
  const { code, text } = await runProgram('npm', ['run', '--silent', 'build'], { output: 'keep' });
  if (code !== 0) {
    throw new StartProblem(
      `The web was not built:\n${text.trim()}`,
      'Mend the error above, then run the same command again.',
    );
  }
  writeFileSync(join(ROOT, STAMP), sources);
  log(`Web built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** An installation belongs to one user, often root, and the service of another one only reads it. */
export function refuseWithoutRight(root: string = ROOT): void {
  const dist = join(root, 'web/dist');
  const place = existsSync(dist) ? dist : join(root, 'web');
  try {
    accessSync(place, constants.W_OK);
  } catch (error) {
    throw new StartProblem(
      `The web has to be built from its present sources, and this user may not write to ${place}.`,
      `Run "${join(root, 'academy')} build" as the user who owns the folder, then run the same command again.`,
      { cause: error },
    );
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(root, path)));
  };
  const walk = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (LEFT_OUT.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) add(path);
    }
  };
  for (const source of SOURCES) {
    if (source.includes('.')) add(source);
    else walk(source);
  }
  return hash.digest('hex');
}
