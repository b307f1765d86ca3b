import type { Fields } from '../fields.ts';
import { GlobUnreadable, pathGlob } from './path-globs.ts';

/** The workshop itself as the platform fetches it: what was published under its name. */
const OWN = /\$\((?:image_repository|assets_repository|oci_image_cache)\)/;

/**
 * The files of a lab's own folder that its definition brings into the learner's home folder: `/compose.yaml`,
 * `/scripts/**`. Unreadable globs match nothing; reading the sources tells of them.
 *
 * @returns whether a path below the lab's folder is one of them
 */
export function ownFiles(spec: Fields): (path: string) => boolean {
  const globs = (spec.object('workshop')?.objects('files') ?? []).flatMap((entry) => {
    const isOwn = ['image', 'http'].some((kind) => OWN.test(entry.object(kind)?.string('url') ?? ''));
    if (!isOwn || !['', '.'].includes(entry.string('path') ?? '')) return [];
    const root = rootOf(entry.string('newRootPath') ?? '');
    return (entry.strings('includePaths') ?? []).flatMap(({ value }) => below(root, rootOf(value)));
  });
  const matches = globs.flatMap(readable);
  return (path) => matches.some((match) => match(path));
}

const rootOf = (path: string) => path.replace(/^(?:\.?\/)+|\/+$/g, '');

function below(root: string, glob: string): string[] {
  if (root === '') return [glob];
  return glob.startsWith(`${root}/`) ? [glob.slice(root.length + 1)] : [];
}

function readable(glob: string): ((path: string) => boolean)[] {
  try {
    return [pathGlob(glob)];
  } catch (error) {
    if (error instanceof GlobUnreadable) return [];
    throw error;
  }
}
