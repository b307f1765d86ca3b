import { sharedBytes } from '@academy/content/build-in-worker';
import { AcademyError } from '@academy/contract/errors';

/**
 * Limits the memory of archives in use: pushes while they arrive, and older versions while they are read again.
 *
 * @param max bytes of one push, whatever its headers say
 * @param total bytes of all archives together; more are refused at once
 */
export function heldMemory(max: number, total: number) {
  let held = 0;
  const take = (bytes: number) => {
    held += bytes;
    if (held > total) throw new AcademyError('unavailable');
  };

  return {
    /**
     * Receives a pushed body.
     *
     * @param use works with the whole body; its memory counts until this is done
     * @throws AcademyError too-large; unavailable when too much memory is in use
     */
    async receive<T>(body: AsyncIterable<Uint8Array>, use: (bytes: Uint8Array) => Promise<T>): Promise<T> {
      const chunks: Uint8Array[] = [];
      let size = 0;
      try {
        for await (const chunk of body) {
          size += chunk.byteLength;
          if (size > max) {
            held += chunk.byteLength;
            throw new AcademyError('too-large', { message: `A push has ${max} bytes at most.` });
          }
          take(chunk.byteLength);
          chunks.push(chunk);
        }
        return await use(joined(chunks.splice(0), size));
      } finally {
        held -= size;
      }
    },

    /**
     * Counts the memory of an archive while it is read and used.
     *
     * @throws AcademyError unavailable when too much memory is in use
     */
    async hold<T>(size: number, work: () => Promise<T>): Promise<T> {
      try {
        take(size);
        return await work();
      } finally {
        held -= size;
      }
    },
  };
}

export type HeldMemory = ReturnType<typeof heldMemory>;

/** One block of memory, which the worker can read without a copy. */
function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = sharedBytes(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
