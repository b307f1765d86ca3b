import { peopleStore } from '../people/people.store.ts';
import { bindSignIn } from '../sign-in/sign-in.routes.ts';
import type { AppContext } from './app-context.ts';

export function installSignIn(context: AppContext): void {
  const { calls, bearers, db, labServices } = context;
  bindSignIn(calls, {
    bearers,
    async endGrant(grantId) {
      await context.endGrant(grantId);
      labServices.endGrant(grantId);
    },
    hasAccount: async (subject) => (await peopleStore(db).accountNames(subject)) !== null,
  });
}
