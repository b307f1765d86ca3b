// Plain JavaScript, because any Node.js that a machine happens to have must be able to run it before packages exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Exit status 0 when node_modules holds what package-lock.json says, 1 otherwise. */
const root = process.argv[2] ?? '.';
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
const wanted = read('package-lock.json');
const installed = read('node_modules/.package-lock.json');

const differs = Object.entries(wanted).some(([path, entry]) => {
  // Workspaces are linked, not installed; an optional package may be meant for another platform.
  if (!path.includes('node_modules/') || entry.link) return false;
  const there = installed[path];
  return there === undefined ? !entry.optional : there.version !== entry.version;
});
process.exitCode = differs ? 1 : 0;
