/**
 * The library that decodes and draws pictures, loaded when it is first needed; null when it has no build for the
 * platform. It shares the machine with readers: one thread, and nothing kept between pictures.
 */
export async function loadSharp() {
  const loaded = await import('sharp').catch(() => null);
  if (loaded === null) return null;
  const sharp = loaded.default;
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
