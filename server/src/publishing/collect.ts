import { AcademyError } from '@academy/contract/errors';

/** Bytes of all pushes that lie in memory together; what passes it is refused quickly (security rule 53). */
const MOST_HELD = 256 * 1024 * 1024;

/**
 * Receives pushed bodies into memory, each up to a limit and all together up to another.
 *
 * @param most bytes of one push, whatever its headers say
 */
export function pushReceiver(most: number) {
  const mostHeld = Math.max(MOST_HELD, most);
  let held = 0;
  /**
   * @param use works with the whole body; until it is done the body counts as held
   * @throws AcademyError too-large; unavailable when too much is held at once
   */
  return async <T>(body: AsyncIterable<Uint8Array>, use: (bytes: Uint8Array) => Promise<T>): Promise<T> => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.byteLength;
        held += chunk.byteLength;
        if (size > most) throw new AcademyError('too-large', { message: `A push has ${most} bytes at most.` });
        if (held > mostHeld) throw new AcademyError('unavailable');
        chunks.push(chunk);
      }
      return await use(joined(chunks.splice(0), size));
    } finally {
      held -= size;
    }
  };
}

/** One block of memory of its own, which can be handed to a worker without a copy. */
function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
