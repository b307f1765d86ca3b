import {
  deleteAccount,
  endSessions,
  exportAccount,
  getAccount,
  listSessions,
  setLanguage,
  updateAccount,
} from '@academy/contract/account';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import type { AccountService } from './account.service.ts';

export function bindAccount(calls: CallTable, account: AccountService): void {
  calls.bind(getAccount, ({ scope }) => account.account(scope.actor, scope.tenantId));

  calls.bind(updateAccount, ({ body, scope }) => account.rename(scope.actor, body, scope.tenantId));

  calls.bind(setLanguage, ({ body, scope }) => account.setLanguage(scope.actor, body.language, scope.tenantId));

  calls.bind(listSessions, async ({ scope }) => ({ result: await account.sessions(scope.actor) }));

  calls.bind(endSessions, async ({ body, scope }) => {
    const by = auditActorOf(scope);
    const ended =
      'everywhere' in body
        ? account.endAllSessions(scope.actor, by)
        : account.endSessions(scope.actor, [...new Set(body.ids)], by);
    return { ended: await ended };
  });

  calls.bind(exportAccount, async ({ scope }) => ({
    exportedAt: new Date().toISOString(),
    data: await account.personalData(scope.actor),
  }));

  calls.bind(deleteAccount, async ({ body, scope }) => ({
    deleted: await account.remove(scope.actor, body.email, auditActorOf(scope)),
  }));
}
