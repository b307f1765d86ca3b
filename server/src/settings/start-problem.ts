/**
 * A problem that keeps the academy from starting or a command from working, printed without a stack trace: what is
 * wrong in one line, and what to do next in another.
 */
export class StartProblem extends Error {
  readonly nextStep: string;
  constructor(message: string, nextStep: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartProblem';
    this.nextStep = nextStep;
  }
}

/**
 * Turns refusals of the operating system (no space, no permission) into a problem with a next step; returns other
 * errors as they are.
 */
export function explainSystemError(error: unknown, place: string, option = '--data'): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // The last one is PostgreSQL's.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') {
    return new StartProblem(
      `There is no disk space left for ${place}.`,
      `Free some space${option === '--data' ? ' (about 300 MB)' : ''}, or choose a folder on another disk with ${option}.`,
      { cause: error },
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartProblem(`${place} is not a folder.`, `Choose another folder with ${option}.`, { cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartProblem(
      `${place} cannot be written.`,
      `Give this user write access, or choose another folder with ${option}.`,
      { cause: error },
    );
  }
  return error;
}
