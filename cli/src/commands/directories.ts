import { EmailSchema } from '@academy/contract/email';
import { AcademyError } from '@academy/contract/errors';
import { addPass, PASS_LIFETIME_MS } from '@academy/identity/directories/directory-states';
import { COMMAND_LINE, writeAudit } from '@academy/server/audit/audit.store';
import { readSettings } from '@academy/server/composition/read-settings';
import { directoriesStore } from '@academy/server/directories/directories.store';
import { noteProof } from '@academy/server/directories/domain-proof';
import { identityStore } from '@academy/server/identity/identity.store';
import { reopenAccount } from '@academy/server/scim/leavers';
import * as v from 'valibot';
import { CommandProblem, defineCommand, EXIT, type Terminal } from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';
import { printable } from '../table.ts';

const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;

const settingsOf = (data: string | undefined, terminal: Terminal) =>
  readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });

const directoriesList = defineCommand({
  name: 'directories list',
  summary: 'List the directories of companies, with their domains.',
  options: { data: DATA },
  async run(values, terminal) {
    const rows = await withDatabase(settingsOf(values.data, terminal), ({ db }) => directoriesStore(db).all());
    if (rows.length === 0) terminal.out('There are no directories.');
    for (const { directoryId, name, issuer, isActive, isRequired, domains } of rows) {
      const state = isActive ? (isRequired ? 'required' : 'on') : 'off';
      terminal.out(`${directoryId}  ${printable(name)}  ${printable(issuer)}  ${state}`);
      for (const { domain, provedAt } of domains)
        terminal.out(`  ${domain}  ${provedAt === null ? 'not proved' : `proved ${provedAt.toISOString()}`}`);
    }
    return EXIT.ok;
  },
});

const directoriesSetDomain = defineCommand({
  name: 'directories set-domain',
  summary: 'Count a domain of a directory as proved, without a DNS record.',
  details: ['Whoever runs the directory then decides who logs in with addresses of the domain.'],
  options: {
    id: { type: 'string', value: '<id>', about: 'Id of the directory, from "directories list"' },
    domain: { type: 'string', value: '<domain>', about: 'Domain, such as example.org' },
    data: DATA,
  },
  async run({ id = '', domain = '', data }, terminal) {
    const name = domain.trim().toLowerCase();
    if (!/^[0-9a-f-]{36}$/.test(id) || !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name))
      throw new CommandProblem(EXIT.usage, 'A directory and a domain are needed.', 'Give --id and --domain.');
    await withDatabase(settingsOf(data, terminal), ({ db }) =>
      explained(
        db.transaction(async (tx) => {
          const store = directoriesStore(tx);
          const found = await store.byId(id);
          if (found === null) throw new AcademyError('not-found', { message: `There is no directory ${id}.` });
          if (!found.domains.some((one) => one.domain === name)) await store.addDomain(id, name);
          await noteProof(tx, COMMAND_LINE, id, name, 'command line');
        }),
      ),
    );
    terminal.out(`${name} counts as proved now.`);
    return EXIT.ok;
  },
});

const directoriesAllowPassword = defineCommand({
  name: 'directories allow-password',
  summary: 'Let one person log in with their password for an hour, where a directory is required.',
  details: [
    'For the day on which the log-in of a company is broken. An account without a password gets one by "user reset-password".',
  ],
  options: {
    email: { type: 'string', value: '<address>', about: 'Address of the account' },
    data: DATA,
  },
  async run(values, terminal) {
    const email = v.safeParse(EmailSchema, values.email ?? '');
    if (!email.success) throw new CommandProblem(EXIT.usage, 'An e-mail address is needed.', 'Give it with --email.');
    await withDatabase(settingsOf(values.data, terminal), ({ db }) =>
      db.transaction(async (tx) => {
        await addPass(identityStore(tx).artifacts, email.output);
        const target = { kind: 'account', id: email.output };
        const details = { email: email.output };
        await writeAudit(tx, { action: 'account.allow-password', target, tenantId: null, details, by: COMMAND_LINE });
      }),
    );
    terminal.out(`${email.output} may log in with a password for ${PASS_LIFETIME_MS / 60_000} minutes.`);
    return EXIT.ok;
  },
});

const directoriesReopenAccount = defineCommand({
  name: 'directories reopen-account',
  summary: 'Let a person use their account again, which a directory has ended.',
  details: ['A directory that still says that the person has left ends it again with its next change of them.'],
  options: {
    email: { type: 'string', value: '<address>', about: 'Address of the account' },
    data: DATA,
  },
  async run(values, terminal) {
    const email = v.safeParse(EmailSchema, values.email ?? '');
    if (!email.success) throw new CommandProblem(EXIT.usage, 'An e-mail address is needed.', 'Give it with --email.');
    const isReopened = await withDatabase(settingsOf(values.data, terminal), ({ db }) =>
      db.transaction(async (tx) => {
        const id = await reopenAccount(tx, email.output);
        if (id === null) return false;
        const [target, details] = [{ kind: 'account', id }, { email: email.output }];
        await writeAudit(tx, { action: 'person.return', target, tenantId: null, details, by: COMMAND_LINE });
        return true;
      }),
    );
    if (!isReopened)
      throw new CommandProblem(EXIT.failed, `No account of ${email.output} has ended.`, 'See the audit log.');
    terminal.out(`${email.output} can log in again.`);
    return EXIT.ok;
  },
});

export const directories = [directoriesList, directoriesSetDomain, directoriesAllowPassword, directoriesReopenAccount];

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AcademyError)) throw error;
    throw new CommandProblem(EXIT.failed, error.message, 'See "./academy directories list".');
  }
}
