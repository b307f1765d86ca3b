import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImagePackage } from '@academy/lab-engine/linux/image';

/** The packages of a root, as Debian's own list and the copyright files say. */
export function packagesOf(root: string): ImagePackage[] {
  const status = readFileSync(join(root, 'var/lib/dpkg/status'), 'utf8');
  return status
    .split('\n\n')
    .flatMap((paragraph): ImagePackage[] => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1];
      const [name, version] = [field('Package'), field('Version')];
      if (name === undefined || version === undefined || field('Status') !== 'install ok installed') return [];
      const [, source = name, sourceVersion = version] = /^(\S+)(?: \((.+)\))?$/.exec(field('Source') ?? name) ?? [];
      return [{ name, version, source, sourceVersion, licences: licencesOf(root, name) }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Licences that a copyright file names, in Debian's form for programs; none for one that is prose alone. */
function licencesOf(root: string, name: string): string[] {
  const path = join(root, 'usr/share/doc', name, 'copyright');
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const named = [...text.matchAll(/^License: *(\S.*)$/gm)].map(([, licence = '']) => licence.trim());
  const common = [...text.matchAll(/\/usr\/share\/common-licenses\/([A-Z][\w.-]*\w)/g)].map(
    ([, licence = '']) => licence,
  );
  return [...new Set(named.length > 0 ? named : common)].sort();
}

const FOLDERS = ['usr/local/bin', 'usr/bin', 'bin'];

/** Names of the programs that a learner of a root can run. */
export function programsOf(root: string): string[] {
  const names = FOLDERS.flatMap((folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []));
  return [...new Set(names)].sort();
}
