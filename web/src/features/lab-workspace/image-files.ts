/** Progress is reported whenever this much more has come, bytes. */
const STEP_BYTES = 250_000;

/** How much of an image is loaded, bytes. */
export interface Loading {
  loaded: number;
  total: number;
}

/** @throws Error when the server has no such file */
export async function fetched(url: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal: signal ?? null });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/**
 * Reads the largest file of an image.
 *
 * @param total its bytes
 * @param onPiece called with each piece and how much came before it, bytes
 * @throws Error when it is shorter or longer
 */
export async function readLarge(
  url: string,
  total: number,
  {
    onPiece,
    onLoading,
    signal,
  }: {
    onPiece?: (piece: Uint8Array, at: number) => void;
    onLoading: (loading: Loading) => void;
    signal?: AbortSignal;
  },
): Promise<void> {
  const { body } = await fetched(url, signal);
  let loaded = 0;
  let reported = 0;
  onLoading({ loaded, total });
  for (const reader = body?.getReader(); ; ) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    onPiece?.(value, loaded);
    loaded += value.length;
    if (loaded - reported < STEP_BYTES) continue;
    reported = loaded;
    onLoading({ loaded, total });
  }
  if (loaded !== total) throw new Error(`${url}: ${loaded} of ${total} bytes`);
  onLoading({ loaded, total });
}
