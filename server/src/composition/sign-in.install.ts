import { bindSignIn } from '../sign-in/sign-in.routes.ts';
import type { AppContext } from './app-context.ts';

export function installSignIn(context: AppContext): void {
  const { calls, bearers, labServices } = context;
  bindSignIn(calls, bearers, async (grantId) => {
    await context.endGrant(grantId);
    labServices.endGrant(grantId);
  });
}
