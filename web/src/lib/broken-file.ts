import { incomplete } from '@academy/contract/texts';

/** A script that came empty or broken: until a reload every import of it ends the same way. */
export class BrokenFileError extends Error {
  constructor(cause: unknown) {
    super(incomplete, { cause });
    this.name = 'BrokenFileError';
  }
}
