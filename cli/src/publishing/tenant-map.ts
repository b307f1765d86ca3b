import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TenantId } from '@academy/contract/tenants';
import { usageProblem } from '../command.ts';

/** The academy of a folder by `--tenant-map`, null when it does not cover the folder. */
export type TenantOfFolder = (folder: string) => TenantId | null;

/**
 * Reads `--tenant-map <folder>=<tenant>` entries; the deepest folder wins.
 *
 * @param bases folders that relative ones may start from; the first in which they exist is used
 * @throws CommandProblem (2) for an invalid entry
 */
export function tenantMap(
  entries: readonly string[],
  bases: readonly string[],
  tenants: readonly TenantId[],
  command: string,
): TenantOfFolder {
  const map = entries.map((entry) => {
    const at = entry.lastIndexOf('=');
    const [folder, tenantId] = [entry.slice(0, at), entry.slice(at + 1)];
    if (at < 1 || !tenants.includes(tenantId)) {
      const what = `--tenant-map is <folder>=<tenant> with one of ${tenants.join(', ')}, not "${entry}".`;
      throw usageProblem(what, command);
    }
    const full = bases.map((base) => path.resolve(base, folder)).find((place) => existsSync(place));
    if (full === undefined) throw usageProblem(`There is no folder ${folder} (--tenant-map).`, command);
    return { full, tenantId };
  });
  map.sort((a, b) => b.full.length - a.full.length);
  return (folder) => map.find(({ full }) => isWithin(path.resolve(folder), full))?.tenantId ?? null;
}

/** True for the folder itself and everything below it. */
export function isWithin(place: string, folder: string): boolean {
  const way = path.relative(folder, place);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
