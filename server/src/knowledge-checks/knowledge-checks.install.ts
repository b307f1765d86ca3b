import type { AppContext } from '../app-context.ts';
import { attemptGrantsService } from './attempt-grants.service.ts';
import { attemptsService } from './attempts.service.ts';
import { bindAttempts } from './knowledge-checks.routes.ts';
import { bindAttemptGrants } from './knowledge-checks-admin.routes.ts';

/** Attempts of learners; the checks themselves are part of the content, which `catalogue/reading.ts` binds. */
export function installAttempts(context: AppContext): void {
  bindAttempts(context.calls, attemptsService(context));
  bindAttemptGrants(context.calls, attemptGrantsService(context.db));
}
