import { COMMAND_LINE } from '@academy/server/audit/audit.store';
import { identityStore } from '@academy/server/identity/identity.store';
import { resetSecondFactors } from '@academy/server/identity/reset-second-factors';
import { CommandProblem, defineCommand, EXIT } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { DATA, EMAIL, emailOption, JSON_OPTION, needEmbedded, settingsOf } from './people.ts';

const COMMAND = 'user reset-second-factor';

export const userResetSecondFactor = defineCommand({
  name: COMMAND,
  summary: 'Let a person log in with the password alone who lost app, passkeys and recovery codes.',
  details: ['Make sure that it is the person who asks. Every device is logged out.'],
  options: { email: EMAIL, data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const email = emailOption(values.email, COMMAND);
    const settings = settingsOf(values.data, terminal);
    needEmbedded(settings, 'Second factors are kept by the external provider.');
    const counts = await withDatabase(settings, async ({ db }) => {
      const account = await identityStore(db).accounts.findByEmail(email);
      if (account !== null) return resetSecondFactors(db, account, COMMAND_LINE);
      throw new CommandProblem(
        EXIT.failed,
        `There is no account with the address ${email}.`,
        'See "./academy user list".',
      );
    });
    if (values.json === true) terminal.out(JSON.stringify({ email, ...counts }));
    else
      terminal.out(
        `Removed from ${email}: authenticator apps ${counts.apps}, passkeys ${counts.passkeys}; sessions ended: ${counts.sessions}.`,
      );
    return EXIT.ok;
  },
});
