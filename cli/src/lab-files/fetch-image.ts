import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { ImageSource } from '@academy/content/lab-files/file-sources';
import { FilesRefused, type LabTree, printable } from '@academy/content/lab-files/lab-tree';
import { newestFitting } from '@academy/content/lab-files/semver-choice';
import { entriesOfTar, gunzipped, pathIn } from '@academy/content/lab-files/unpack-archive';
import { addFolder } from './add-folder.ts';
import { type FetchedTree, type FetchTerms, NO_DATE } from './fetch-terms.ts';
import type { LockedSource } from './lock.ts';
import { type Registry, registryAt } from './registry.ts';

/** Fetches the files of an image; one that the author maps to a folder is that folder. @throws FilesRefused */
export async function fetchImage(source: ImageSource, terms: FetchTerms, locked?: LockedSource): Promise<FetchedTree> {
  const place = terms.map(source.url);
  if (place.kind === 'path') return ofFolder(place.place);
  const { name, tag, digest, registry } = await registryAt(place, terms);
  if (locked !== undefined) return ofManifest(await registry.manifest(locked.at), registry, name);
  const chosen = source.semver === null ? null : newestFitting(await registry.tags(), source.semver);
  if (source.semver !== null && chosen === null)
    throw new FilesRefused(`has no tag that fits "${source.semver.constraints ?? 'any version'}"`);
  return ofManifest(await registry.manifest(digest ?? chosen ?? tag ?? 'latest'), registry, name);
}

async function ofManifest(
  manifest: Awaited<ReturnType<Registry['manifest']>>,
  registry: Registry,
  name: string,
): Promise<FetchedTree> {
  const tree: LabTree = new Map();
  // From the last layer to the first, and earlier layers win: as the lab platform reads them.
  for (const layer of manifest.layers.toReversed()) await addLayer(tree, await blobOf(registry, layer, name));
  return { tree, at: manifest.digest, date: NO_DATE };
}

async function blobOf(registry: Registry, digest: string, name: string): Promise<Uint8Array> {
  const bytes = await registry.blob(digest);
  if (`sha256:${createHash('sha256').update(bytes).digest('hex')}` !== digest)
    throw new FilesRefused(`has a layer of ${name} that is not what its digest says`);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipped(bytes) : bytes;
}

async function addLayer(tree: LabTree, bytes: Uint8Array): Promise<void> {
  for (const { name, type, executable, bytes: content } of await entriesOfTar(bytes)) {
    // Links and devices of images are left out, as on the lab platform.
    if (type !== 'file' && type !== 'contiguous-file') continue;
    const path = pathIn(name);
    const last = basename(path);
    if (last.startsWith('.wh.')) removeAt(tree, path.slice(0, -last.length) + last.slice('.wh.'.length));
    else {
      removeAt(tree, path);
      tree.set(path, { kind: 'file', bytes: content, executable });
    }
  }
}

function removeAt(tree: LabTree, place: string): void {
  for (const path of tree.keys()) if (path === place || path.startsWith(`${place}/`)) tree.delete(path);
}

async function ofFolder(place: string): Promise<FetchedTree> {
  const folder = [place, place.replace(/(?::[\w.-]+)?(?:@sha256:[a-f\d]+)?$/, '')].find((one) => existsSync(one));
  if (folder === undefined) throw new FilesRefused(`is not in ${place}, where the source map looks for it`);
  const tree: LabTree = new Map();
  await addFolder(tree, folder, '', (path) => {
    if (path.split('/').some((part) => part.toLowerCase() === '.git'))
      throw new FilesRefused(`has "${printable(path)}" of a git repository; name a folder without one`);
    return true;
  });
  return { tree, at: null, date: NO_DATE };
}
