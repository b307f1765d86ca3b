/**
 * The image library, loaded on first use; null when it has no build for the platform. It shares the machine with
 * requests of readers: one thread, and no cache between images.
 */
export async function loadSharp() {
  const loaded = await import('sharp').catch(() => null);
  if (loaded === null) return null;
  const sharp = loaded.default;
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
