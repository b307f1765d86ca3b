import type { BuildTools } from './build.ts';
import { webpEncoder } from './pictures/encode-webp.ts';
import { keepCopies } from './pictures/keep-copies.ts';

/**
 * The tools of publishing: images are resized, and cached between publishes in a folder.
 *
 * @param pictureFolder null: no cache
 */
export async function publishingTools(pictureFolder: string | null): Promise<BuildTools> {
  const encode = await webpEncoder();
  if (encode === null) {
    process.emitWarning('No picture library for this platform: pictures are published in their original size only.');
    return { encodePicture: null };
  }
  return { encodePicture: pictureFolder === null ? encode : keepCopies(encode, pictureFolder) };
}
