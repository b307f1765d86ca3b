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
  return unexpected(error.message.split('\n')[0] ?? '');
}

const unexpected = (message: string) =>
  new StartProblem(
    `Something unexpected happened: ${message}`,
    'Run the command again with ACADEMY_DEBUG=1 to see where.',
  );
