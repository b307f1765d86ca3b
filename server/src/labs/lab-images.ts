import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LabImage } from '@academy/contract/labs';
import { type ImagePrograms, LAB_IMAGES_PATH } from '@academy/contract/rules/lab-image';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';

/** An image with what it is chosen by. */
type KnownImage = LabImage & ImagePrograms;

/** What is read of the description of an image. */
const DescriptionSchema = v.object({
  name: v.string(),
  title: v.string(),
  digest: v.string(),
  /** The saved machine, which is loaded before its prompt. */
  state: v.object({ packed: v.number() }),
  programs: v.record(v.string(), v.string()),
});

const NAME = /^[a-z0-9][a-z0-9.-]{0,62}$/;
const HASH = /^[0-9a-f]{32,64}$/;
/** Names of contents are hashes of them. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Where the images lie: in the data folder of the server, unless the settings name another place. */
export const labImagesFolder = (dataFolder: string, setting: string | null): string =>
  resolve(setting ?? join(dataFolder, 'lab-images'));

/** The images of a folder, as they are at the moment of each call. A description that cannot be read is left out. */
export function labImages(folder: string): () => readonly KnownImage[] {
  const known = new Map<string, { at: number; image: KnownImage | null }>();
  return () =>
    namesIn(folder).flatMap((name) => {
      const file = join(folder, name, 'image.json');
      const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const before = known.get(name);
      const image = before?.at === at ? before.image : at === 0 ? null : readImage(file);
      known.set(name, { at, image });
      return image === null ? [] : [image];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name) && name !== 'files');
  } catch {
    return [];
  }
}

function readImage(file: string): KnownImage | null {
  try {
    const { state, programs, ...image } = v.parse(DescriptionSchema, JSON.parse(readFileSync(file, 'utf8')));
    return { ...image, bytes: state.packed, programs: Object.keys(programs) };
  } catch {
    return null;
  }
}

/** Serves images to the browsers in which they run. Contents travel as they lie there, compressed by zstd. */
export function addLabImages(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { name: string } }>(`${LAB_IMAGES_PATH}/:name/image.json`, async ({ params: { name } }, reply) => {
    const file = join(folder, name, 'image.json');
    const size = NAME.test(name) ? await sizeOf(file) : null;
    if (size === null) return reply.callNotFound();
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-length', size)
      .send(createReadStream(file));
  });
  app.get<{ Params: { file: string } }>(`${LAB_IMAGES_PATH}/files/:file`, async ({ params: { file } }, reply) => {
    const [, hash = ''] = /^(.*)\.zst$/.exec(file) ?? [];
    const path = join(folder, 'files', file);
    const size = HASH.test(hash) ? await sizeOf(path) : null;
    if (size === null) return reply.callNotFound();
    return reply
      .type('application/zstd')
      .header('cache-control', IMMUTABLE)
      .header('content-length', size)
      .send(createReadStream(path));
  });
}

const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
