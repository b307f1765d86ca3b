// Plain JavaScript, because any Node.js that a machine happens to have must be able to run it before packages exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Exit status 0 when node_modules holds what package-lock.json says, 1 otherwise. */
const root = process.argv[2] ?? '.';
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
const wanted = read('package-lock.json');
const installed = read('node_modules/.package-lock.json');

const differs = Object.entries(wanted).some(([path, entry]) => {
  if (!path.includes('node_modules/')) return false;
  // Workspaces are linked, not installed; one that is new has no link yet.
  if (entry.link) return !existsSync(join(root, path));
  // An optional package may be meant for another platform.
  const there = installed[path];
  return there === undefined ? !entry.optional : there.version !== entry.version;
});
process.exitCode = differs ? 1 : 0;
