import { StartProblem } from '@academy/server/settings/start-problem';

/**
 * What an error of a command means for operators, and what to do next. Errors are known by their names: loading what
 * defines rare ones would slow every command.
 */
export function explained(error: unknown): StartProblem {
  if (error instanceof StartProblem) return error;
  if (!(error instanceof Error)) return unexpected(String(error));
  if (error.name === 'TenantError')
    return new StartProblem(
      error.message,
      'Mend these files, or let ACADEMY_TENANTS_FOLDER name a folder with brands: docs/how-to/settings-and-environments.md explains them.',
      { cause: error },
    );
  if (error.name === 'SealedError')
    return new StartProblem(
      `${error.message}.`,
      'Set ACADEMY_KEY_SECRET (or ACADEMY_KEY_SECRET_FILE) as it was when the academy, or its backup, was encrypted; docs/how-to/keys-and-secrets.md says what to do when it is lost.',
      { cause: error },
    );
  return systemProblem(error) ?? databaseProblem(error) ?? unexpected(error.message.split('\n')[0] ?? '');
}

/** What the operating system refused, where no command has said it in its own words. */
function systemProblem(error: Error): StartProblem | null {
  const { code, path } = error as NodeJS.ErrnoException;
  const place = typeof path === 'string' ? path : 'A file';
  const said = typeof code === 'string' ? REFUSALS[code] : undefined;
  return said === undefined ? null : new StartProblem(`${place} ${said.problem}.`, said.next, { cause: error });
}

/** What the database refused in the middle of a command or start, by the code of the error or of one that caused it. */
function databaseProblem(error: Error): StartProblem | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    const said =
      (typeof code === 'string' ? REFUSALS_OF_THE_DATABASE[code] : undefined) ??
      (/^Connection terminated/.test(cause.message) ? LOST : undefined);
    if (said !== undefined)
      return new StartProblem(`${said.problem} (${cause.message.split('\n')[0]}).`, said.next, { cause: error });
  }
  return null;
}

const LOST = {
  problem: 'The connection to the database was lost',
  next: 'Look whether it runs ("./academy doctor"), and run the command again.',
};
/** By the codes of PostgreSQL, and of the system for a connection that breaks. */
const REFUSALS_OF_THE_DATABASE: Readonly<Record<string, { problem: string; next: string }>> = {
  53100: {
    problem: 'The disk of the database is full',
    next: 'Free some space there, and run the command again.',
  },
  25006: {
    problem: 'The database takes no writes',
    next: 'It is a standby, or set to read only: "./academy doctor" says which. Mend that, and run the command again.',
  },
  42501: {
    problem: 'The database refuses the user of DATABASE_URL',
    next: 'Make that user the owner of the tables: "./academy doctor" names them.',
  },
  53300: {
    problem: 'The database takes no more connections',
    next: 'Raise max_connections there, or lower ACADEMY_DATABASE_CONNECTIONS.',
  },
  57014: {
    problem: 'The database took too long, and ended the statement',
    next: 'Run the command again when the database has less to do; "./academy doctor" looks at it.',
  },
  ...Object.fromEntries(
    ['57P01', '57P02', '57P03', '08001', '08003', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].map((code) => [
      code,
      LOST,
    ]),
  ),
};

const NO_RIGHT = {
  problem: 'cannot be used: this user may not',
  next: 'Run the command as the user who owns it, or give this user the right.',
};
const NO_SPACE = {
  problem: 'cannot be written: there is no disk space left',
  next: 'Free some space, and run it again.',
};
const NO_FILES = {
  problem: 'cannot be opened: too many files are open',
  next: 'Raise the limit of open files ("ulimit -n", or LimitNOFILE of the service), and run it again.',
};
/** By the codes of the operating system. */
const REFUSALS: Readonly<Record<string, { problem: string; next: string }>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: { problem: 'cannot be written: its file system is only read', next: 'Name a place on another disk.' },
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EMFILE: NO_FILES,
  ENFILE: NO_FILES,
};

const unexpected = (message: string) =>
  new StartProblem(
    `Something unexpected happened: ${message}`,
    'Run the command again with ACADEMY_DEBUG=1 to see where.',
  );
