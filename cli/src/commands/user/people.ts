import { randomBytes } from 'node:crypto';
import { EmailSchema } from '@academy/contract/email';
import { AcademyError } from '@academy/contract/errors';
import { DEFAULT_TENANT } from '@academy/contract/tenants';
import { passwordProblem } from '@academy/identity/passwords';
import { COMMAND_LINE } from '@academy/server/audit/audit.store';
import { readSettings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import type { Database } from '@academy/server/db/connect';
import type { PersonRow } from '@academy/server/people/people.store';
import { peopleAdminStore } from '@academy/server/people/people-admin.store';
import { type RightsService, rightsService } from '@academy/server/people/rights.service';
import type { BrandOfMails } from '@academy/server/people/rights-news';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import { CommandProblem, EXIT, required, type Terminal, usageProblem } from '../../command.ts';
import { dataFolderOf } from '../../paths.ts';

/** Options that the commands about people share. */
export const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;
export const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;
export const EMAIL = { type: 'string', value: '<address>', about: 'Sign-in address' } as const;
export const ID = {
  type: 'string',
  value: '<id>',
  about: 'Id as "user list" shows it, where several people have one address',
} as const;

/** How the audit log and mails name these changes. */
export const BY_OPERATOR = { audit: COMMAND_LINE, tenantId: null, announced: true };

export function settingsOf(data: string | undefined, terminal: Terminal): Settings {
  return readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
}

/** The address of `--email`, as it is stored. */
export function emailOption(value: string | undefined, command: string): string {
  const text = required(value, 'email', command);
  const parsed = v.safeParse(EmailSchema, text);
  if (!parsed.success) throw usageProblem(`"${text.trim()}" is no e-mail address.`, command);
  return parsed.output;
}

/** Changes rights as the server does: audited as made at the command line, and mailed to the administrators. */
export async function rightsOf(db: Database, settings: Settings): Promise<RightsService> {
  return rightsService({ db, brandOf: await brandOfMails(settings) });
}

/** The brand of mails about rights that were changed at the command line. */
export async function brandOfMails(settings: Settings): Promise<BrandOfMails> {
  const tenants = await loadTenants();
  const tenant = tenants.get(DEFAULT_TENANT) ?? [...tenants.values()][0];
  if (tenant === undefined) throw new Error('there is no tenant');
  // In `local` the address depends on the port of a server that may not be running.
  const origin = settings.tenantOrigins?.[tenant.tenantId] ?? null;
  return () => ({ tenant, origin });
}

/**
 * The one person that `--id` or `--email` names.
 *
 * @throws CommandProblem when there is none, or more than one with the address
 */
export async function findPerson(
  db: Database,
  values: { id?: string; email?: string },
  command: string,
  adviceForMany = 'Name one of them with --id.',
): Promise<PersonRow> {
  const people = peopleAdminStore(db);
  if (values.id !== undefined) {
    const row = v.is(v.pipe(v.string(), v.uuid()), values.id) ? await people.byId(values.id) : null;
    return row ?? nobody(`There is nobody with the id ${values.id}.`);
  }
  const email = emailOption(values.email, command);
  const [first, ...others] = await people.byEmail(email);
  if (first === undefined) return nobody(`Nobody here has the address ${email}.`);
  if (others.length === 0) return first;
  const ids = [first, ...others].map(({ personId }) => personId);
  throw new CommandProblem(
    EXIT.failed,
    `${ids.length} people have the address ${email}: ${ids.join(', ')}.`,
    adviceForMany,
  );
}

function nobody(message: string): never {
  throw new CommandProblem(EXIT.failed, message, 'See "./academy user list".');
}

/** Turns refusals of the academy's rules into a line for the terminal. */
export async function explainingRefusals<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AcademyError)) throw error;
    throw new CommandProblem(EXIT.failed, error.message, 'See "./academy user list".');
  }
}

/**
 * The password from standard input, or a random one to be shown.
 *
 * @param known words that strangers know about the person
 */
export async function newPassword(
  terminal: Terminal,
  email: string,
  known: readonly string[],
  command: string,
): Promise<{ password: string; shown: string | null }> {
  const piped = (await terminal.readInput()).replace(/\r?\n$/, '');
  const password = piped === '' ? randomBytes(15).toString('base64url') : piped;
  const trouble = passwordProblem(password, email, known);
  if (trouble !== null) throw usageProblem(`The password is refused: ${trouble}`, command);
  return { password, shown: piped === '' ? password : null };
}

/** With another provider the academy does not manage accounts and passwords. */
export function needEmbedded(settings: Settings, message: string): void {
  if (settings.identity === 'external')
    throw new CommandProblem(EXIT.failed, message, 'Do it at the provider that people sign in with.');
}
