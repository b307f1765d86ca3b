/** A script that takes longer to download is given up, ms. */
const MAX_DOWNLOAD_MS = 120_000;

/**
 * Downloads a script of a worker past the browser's cache, which then holds it: scripts are cached for ever, and so is an empty
 * one that a proxy answered.
 *
 * @returns false when the download failed
 */
export async function redownload(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(MAX_DOWNLOAD_MS) });
    return response.ok && (await response.text()) !== '';
  } catch {
    return false;
  }
}
