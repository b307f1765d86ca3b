import { hashPassword } from '@academy/identity/passwords';
import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import { identityStore } from '@academy/server/identity/identity.store';
import { endAllSessions } from '@academy/server/identity/sessions.store';
import { CommandProblem, defineCommand, EXIT } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { DATA, EMAIL, emailOption, JSON_OPTION, needEmbedded, newPassword, settingsOf } from './people.ts';

const COMMAND = 'user reset-password';

export const userResetPassword = defineCommand({
  name: COMMAND,
  summary: 'Give a person a new password and log every device out.',
  details: [
    'The password is read from standard input when something is piped in; otherwise a random one is made and printed once.',
  ],
  options: { email: EMAIL, data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const email = emailOption(values.email, COMMAND);
    const settings = settingsOf(values.data, terminal);
    needEmbedded(settings, 'Passwords are kept by the external provider.');
    const { shown, sessions } = await withDatabase(settings, async ({ db }) => {
      const account = await identityStore(db).accounts.findByEmail(email);
      if (account === null) {
        throw new CommandProblem(
          EXIT.failed,
          `There is no account with the address ${email}.`,
          'See "./academy user list".',
        );
      }
      const { accountId, firstName, lastName } = account;
      const { password, shown } = await newPassword(terminal, email, [firstName, lastName], COMMAND);
      const passwordHash = await hashPassword(password);
      return db.transaction(async (tx) => {
        await identityStore(tx).accounts.setPasswordHash(accountId, passwordHash);
        const sessions = await endAllSessions(tx, accountId);
        await writeAudit(tx, {
          action: 'account.reset-password',
          target: { kind: 'account', id: accountId },
          tenantId: null,
          details: { email, sessions },
          by: COMMAND_LINE,
        });
        return { shown, sessions };
      });
    });
    if (values.json === true) terminal.out(JSON.stringify({ email, password: shown, sessionsEnded: sessions }));
    else {
      terminal.out(
        `${email} has a new password; ${sessions === 1 ? '1 session was' : `${sessions} sessions were`} ended.`,
      );
      if (shown !== null) terminal.out(`Password (shown once): ${shown}`);
    }
    return EXIT.ok;
  },
});
