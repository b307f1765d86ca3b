import { attemptGrantsService } from '../knowledge-checks/attempt-grants.service.ts';
import { attemptsService } from '../knowledge-checks/attempts.service.ts';
import { bindAttempts } from '../knowledge-checks/knowledge-checks.routes.ts';
import { bindAttemptGrants } from '../knowledge-checks/knowledge-checks-admin.routes.ts';
import { taughtLearnersService } from '../people/taught-learners.service.ts';
import type { AppContext } from './app-context.ts';

/** Attempts of learners; the checks themselves are part of the content, which `reading/reading.ts` binds. */
export function installAttempts(context: AppContext): void {
  bindAttempts(context.calls, attemptsService(context));
  const { refuseUnseen } = taughtLearnersService(context);
  bindAttemptGrants(context.calls, attemptGrantsService(context.db), refuseUnseen);
}
