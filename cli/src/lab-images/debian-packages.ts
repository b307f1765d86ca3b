import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** `1:2.39.5-0+deb12u2` is 2.39.5. */
const upstream = (version: string): string => version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');

/** The programs that a learner of a root can run, with the version of the package of each; empty where none has it. */
export function programsOf(root: string, packages: readonly ImagePackage[]): Record<string, string> {
  const versions = new Map<string, string>();
  for (const { name, version } of packages)
    for (const path of filesOf(root, name)) versions.set(basename(path), upstream(version));
  const names = FOLDERS.flatMap((folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []));
  return Object.fromEntries([...new Set(names)].sort().map((name) => [name, versions.get(name) ?? '']));
}

/** Paths of a package below the folders of programs. */
function filesOf(root: string, name: string): string[] {
  const info = join(root, 'var/lib/dpkg/info');
  const list = [`${name}.list`, `${name}:i386.list`].find((file) => existsSync(join(info, file)));
  if (list === undefined) return [];
  const paths = readFileSync(join(info, list), 'utf8').split('\n');
  return paths.filter((path) => FOLDERS.some((folder) => path.startsWith(`/${folder}/`)));
}

/** What an image's operator and readers must know about the rights of others in it. */
export function noticeOf(kernel: string, packages: readonly ImagePackage[]): string {
  const linux = packages.find(({ name }) => name === `linux-image-${kernel}`);
  const source = linux === undefined ? 'linux' : `${linux.source} ${linux.sourceVersion}`;
  return [
    'This image holds programs of Debian as Debian distributes them, without changes. Their licences and copyrights are in',
    '/usr/share/doc/<package>/copyright within it; "packages" names each with its source package and version.',
    `The Linux kernel ${kernel} is under the GNU General Public License, version 2; its source is Debian’s source package ${source}.`,
    'Debian keeps the source of every version at https://snapshot.debian.org/package/<source>/<version>/. Whoever passes this',
    'image on passes on programs under the GPL, and must offer their source in the same way.',
  ].join('\n');
}
