import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorVersion } from '@academy/lab-engine/linux/emulator-package';
import { IMAGE_FORMAT, type LinuxImage } from '@academy/lab-engine/linux/image';
import { storedPath } from '@academy/lab-engine/linux/stored-files';
import { hashOf, storedContent } from './content-store.ts';
import { contentsOf, type FileTree } from './file-tree.ts';

/** Names of images: they are names of folders, and parts of addresses. */
export const IMAGE_NAME = /^[a-z0-9][a-z0-9.-]{0,62}$/;
const FILES = 'files';

const fileOf = (store: string, name: string): string => join(store, name, 'image.json');

export function writeImage(store: string, image: LinuxImage): void {
  const file = fileOf(store, image.name);
  mkdirSync(join(store, image.name), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(image, null, 1)}\n`);
  renameSync(`${file}.new`, file);
}

/** An image as it lies in its folder. */
export interface StoredImage {
  name: string;
  /** Null where its file cannot be read. */
  image: LinuxImage | null;
  /** Why no lab can run in it, as the rest of a sentence that begins with its name; null: labs can. */
  problem: string | null;
}

export const hasImage = (store: string, name: string): boolean => existsSync(fileOf(store, name));

/** The images of a folder, by name. */
export function storedImages(store: string): StoredImage[] {
  if (!existsSync(store)) return [];
  return readdirSync(store)
    .filter((name) => IMAGE_NAME.test(name) && name !== FILES && hasImage(store, name))
    .sort()
    .map((name) => storedImage(store, name));
}

function storedImage(store: string, name: string): StoredImage {
  let image: LinuxImage;
  try {
    image = JSON.parse(readFileSync(fileOf(store, name), 'utf8')) as LinuxImage;
  } catch {
    return { name, image: null, problem: 'has an image.json that cannot be read: make it anew' };
  }
  if (image.format !== IMAGE_FORMAT || image.emulator !== emulatorVersion())
    return { name, image, problem: 'was made for another version of the academy: make it anew' };
  if (!existsSync(join(store, storedPath(image.state.hash)))) return { name, image, problem: 'lacks its state' };
  return { name, image, problem: null };
}

/** Bytes that an image takes on the disk, those included that it shares with others. */
export function packedBytes(store: string, image: LinuxImage): number {
  return hashesOf(store, image).reduce((sum, hash) => {
    const stat = statSync(join(store, storedPath(hash)), { throwIfNoEntry: false });
    return sum + (stat?.size ?? 0);
  }, 0);
}

/** Compares every content of an image with its name. @returns a sentence for each that is missing or changed */
export function damageOf(store: string, image: LinuxImage): string[] {
  return hashesOf(store, image).flatMap((hash) => {
    try {
      const bytes = storedContent(store, hash);
      if (bytes === null) return [`${storedPath(hash)} is missing`];
      return hashOf(bytes) === hash ? [] : [`${storedPath(hash)} has another content`];
    } catch {
      return [`${storedPath(hash)} cannot be unpacked`];
    }
  });
}

/** Removes an image, and the contents that no other one has. @returns how many contents went */
export function removeImage(store: string, name: string): number {
  rmSync(join(store, name), { recursive: true });
  return removeUnused(store);
}

/** Removes contents that no image has. @returns how many went */
export function removeUnused(store: string): number {
  const used = new Set(storedImages(store).flatMap(({ image }) => (image === null ? [] : hashesOf(store, image))));
  const folder = join(store, FILES);
  if (!existsSync(folder)) return 0;
  const unused = readdirSync(folder).filter((file) => !used.has(file.replace(/\.zst$/, '')));
  for (const file of unused) rmSync(join(folder, file));
  return unused.length;
}

function hashesOf(store: string, { state, tree }: LinuxImage): string[] {
  const bytes = storedContent(store, tree.hash);
  const files = bytes === null ? [] : contentsOf(JSON.parse(new TextDecoder().decode(bytes)) as FileTree);
  return [...new Set([state.hash, tree.hash, ...files])];
}
