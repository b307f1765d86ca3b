import { AcademyError, ERRORS } from '@academy/contract/errors';

/** Longest wait for what is made anew where the previous one is kept, ms. */
const LATE_MS = 3_000;

/** Something that is being made from the present catalogue. */
export interface Making<T> {
  made: Promise<T>;
  /** When that began, by `performance.now()`. */
  since: number;
}

/** An error that must not be hidden by what was there before, such as one of rendering: it would be hidden for good. */
export class NotHidden extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'NotHidden';
  }
}

/** Whether the error is the answer: it says what is true now. */
export const isRefusal = (error: unknown): boolean => error instanceof AcademyError && ERRORS[error.code].status < 500;

export const making = <T>(made: Promise<T>): Making<T> => ({ made, since: performance.now() });

/**
 * What is being made, or the previous one where making it fails or is late: a database that is away or hangs takes
 * nothing from readers that is still in memory.
 *
 * @param previous undefined where none is kept
 * @param onFailure gets why the previous one is returned; not called for what is late
 * @throws what making throws, where nothing is kept; refusals such as "not found", and `NotHidden`
 */
export async function orPrevious<T>(
  { made, since }: Making<T>,
  previous: T | undefined,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<T> {
  if (previous === undefined) return made;
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(late.resolve, Math.max(0, since + LATE_MS - performance.now()), previous);
  try {
    return await Promise.race([made, late.promise]);
  } catch (error) {
    if (error instanceof NotHidden || isRefusal(error)) throw error;
    onFailure(error);
    return previous;
  } finally {
    clearTimeout(timer);
  }
}
