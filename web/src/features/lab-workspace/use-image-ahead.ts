import type { LabImage } from '@academy/contract/labs';
import { LAB_IMAGES_PATH } from '@academy/contract/rules/lab-image';
import type { LinuxImage } from '@academy/lab-engine/linux/image';
import { storedPath } from '@academy/lab-engine/linux/stored-files';
import { useEffect, useState } from 'react';
import { fetched, type Loading, readLarge } from './image-files.ts';

/**
 * Loads what a Linux needs before its prompt into the browser's cache, while its lab runs in the light shell.
 *
 * @param image null: nothing is loaded
 * @returns how much of it is there; null: it is not loaded
 */
export function useImageAhead(image: LabImage | null): Loading | null {
  const [loading, setLoading] = useState<Loading | null>(null);
  useEffect(() => {
    setLoading(null);
    if (image === null) return;
    const abort = new AbortController();
    // It is loaded once more when the Linux starts.
    void loadAhead(image, abort.signal, setLoading).catch(() => setLoading(null));
    return () => abort.abort();
  }, [image]);
  return loading;
}

async function loadAhead(
  { name }: LabImage,
  signal: AbortSignal,
  onLoading: (loading: Loading) => void,
): Promise<void> {
  const { state, first } = (await (
    await fetched(`${LAB_IMAGES_PATH}/${name}/image.json`, signal)
  ).json()) as LinuxImage;
  const addressOf = (hash: string) => `${LAB_IMAGES_PATH}/${storedPath(hash)}`;
  await Promise.all([
    readLarge(addressOf(state.hash), state.packed, { onLoading, signal }),
    ...first.map(async (hash) => (await fetched(addressOf(hash), signal)).arrayBuffer()),
  ]);
}
