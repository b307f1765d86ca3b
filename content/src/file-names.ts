import path from 'node:path';

/** The part of a name behind its last dot, in lower case; empty when there is none. */
export function extensionOf(file: string): string {
  return path.posix.extname(file).slice(1).toLowerCase();
}
