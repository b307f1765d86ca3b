import { randomBytes } from 'node:crypto';
import { hashPassword, passwordProblem } from '@academy/identity/passwords';
import { EMBEDDED_ISSUER } from '@academy/server/identity/bearer';
import { identityStore } from '@academy/server/identity/identity.store';
import { peopleStore } from '@academy/server/people/people.store';
import { peopleAdminStore } from '@academy/server/people/people-admin.store';
import { readSettings, type Settings } from '@academy/server/settings';
import { CommandProblem, defineCommand, EXIT, required, type Terminal, usageProblem } from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';
import { table } from '../table.ts';

const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;
const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;

/** One address, as the sign-in page accepts it. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

export const userAdd = defineCommand({
  name: 'user add',
  summary: 'Add a person to the embedded sign-in, or make an existing person an administrator.',
  details: [
    'The password is read from standard input when something is piped in; otherwise a random one is made and printed once.',
    'With an external provider people come by signing in; --admin then raises one who did.',
  ],
  options: {
    email: { type: 'string', value: '<address>', about: 'Sign-in address' },
    'first-name': { type: 'string', value: '<name>', about: 'First name' },
    'last-name': { type: 'string', value: '<name>', about: 'Last name' },
    admin: { type: 'boolean', about: 'Make the person an administrator' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const email = required(values.email, 'email', 'user add').trim().toLowerCase();
    if (!EMAIL.test(email) || email.length > 254) throw usageProblem(`"${email}" is no e-mail address.`, 'user add');
    const settings = settingsOf(values.data, terminal);
    const admin = values.admin === true;

    const result = await withDatabase(settings, async ({ db }) => {
      const people = peopleAdminStore(db);
      const existing = await people.byEmail(email);
      if (existing.length > 0) {
        if (!admin) {
          throw new CommandProblem(
            EXIT.failed,
            `${email} exists already.`,
            'Add --admin to make that person an administrator.',
          );
        }
        for (const row of existing) await people.makeAdmin(row.personId);
        return { made: false, password: null };
      }
      if (settings.identity === 'external') {
        throw new CommandProblem(
          EXIT.failed,
          `${email} has not signed in yet, and accounts are kept by the external provider.`,
          'Let the person sign in once, then run the same command again.',
        );
      }
      const firstName = required(values['first-name'], 'first-name', 'user add').trim();
      const lastName = required(values['last-name'], 'last-name', 'user add').trim();
      const piped = (await terminal.readInput()).replace(/\r?\n$/, '');
      const password = piped === '' ? randomBytes(15).toString('base64url') : piped;
      const trouble = passwordProblem(password, email);
      if (trouble !== null) throw usageProblem(`The password is refused: ${trouble}`, 'user add');
      const passwordHash = await hashPassword(password);
      const accounts = identityStore(db).accounts;
      const account =
        (await accounts.create({ email, firstName, lastName, passwordHash, emailVerified: true })) ??
        (await accounts.findByEmail(email));
      if (account === null) throw new Error('the account was not written');
      // Whoever registered but never came to the academy has an account and is no person yet; the password counts anew.
      await accounts.setPasswordHash(account.accountId, passwordHash);
      const row = await peopleStore(db).upsert({
        issuer: EMBEDDED_ISSUER,
        subject: account.accountId,
        email,
        firstName,
        lastName,
        emailVerified: true,
      });
      if (admin) await people.makeAdmin(row.personId);
      return { made: true, password: piped === '' ? password : null };
    });

    if (values.json === true) terminal.out(JSON.stringify({ email, admin, ...result }));
    else {
      terminal.out(
        result.made ? `Added ${email}${admin ? ', an administrator' : ''}.` : `${email} is an administrator now.`,
      );
      if (result.password !== null) terminal.out(`Password (shown once): ${result.password}`);
    }
    return EXIT.ok;
  },
});

export const userList = defineCommand({
  name: 'user list',
  summary: 'List everybody who is known to the academy.',
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const rows = await withDatabase(settingsOf(values.data, terminal), ({ db }) => peopleAdminStore(db).all());
    const people = rows.map((row) => ({
      userId: row.personId,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      isAdmin: row.isAdmin,
      proEndsAt: row.proEndsAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    }));
    if (values.json === true) terminal.out(JSON.stringify(people));
    else {
      const lines = table(
        ['E-mail', 'Name', 'Role', 'Since'],
        people.map((person) => [
          person.email,
          `${person.firstName} ${person.lastName}`.trim(),
          person.isAdmin ? 'admin' : person.proEndsAt !== null ? 'pro' : 'learner',
          person.createdAt.slice(0, 10),
        ]),
      );
      for (const line of lines) terminal.out(line);
    }
    return EXIT.ok;
  },
});

function settingsOf(data: string | undefined, terminal: Terminal): Settings {
  return readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
}
