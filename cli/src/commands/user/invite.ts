import { defineCommand, EXIT } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { invitationsOf, TENANT } from './invitations.ts';
import { DATA, EMAIL, emailOption, JSON_OPTION, settingsOf } from './people.ts';

const COMMAND = 'user invite';

const WORDS = {
  sent: 'gets an invitation by mail.',
  recent: 'got an invitation within the last hour; nothing was sent.',
  'logged-in': 'has logged in already, and needs no invitation.',
  unknown: 'is no person of the academy. Add them with "./academy user add --invite".',
} as const;

export const userInvite = defineCommand({
  name: COMMAND,
  summary: 'Mail a person who has never logged in a link for their first password.',
  details: ['With an external provider the mail leads to the log-in, and the person need not be known yet.'],
  options: { email: EMAIL, tenant: TENANT, data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const email = emailOption(values.email, COMMAND);
    const settings = settingsOf(values.data, terminal);
    const outcome = await withDatabase(settings, async ({ db }) => {
      const { invitations, by } = await invitationsOf(db, settings, values.tenant, COMMAND);
      return invitations.invite(email, by);
    });
    terminal.out(values.json === true ? JSON.stringify({ email, outcome }) : `${email} ${WORDS[outcome]}`);
    return outcome === 'sent' || outcome === 'recent' ? EXIT.ok : EXIT.failed;
  },
});
