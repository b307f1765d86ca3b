import { bindAccount } from '../account/account.routes.ts';
import { accountService } from '../account/account.service.ts';
import type { AppContext } from './app-context.ts';

export function installAccount(context: AppContext): void {
  const { calls, db, people, securityUrl, forgetSessions } = context;
  const forget = () => {
    forgetSessions();
    people.forget();
  };
  bindAccount(calls, accountService({ db, securityUrl, forget }));
}
