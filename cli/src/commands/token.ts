import { ABILITIES, AbilitySchema } from '@academy/contract/abilities';
import { AcademyError } from '@academy/contract/errors';
import { TOKEN_MAX_DAYS, TokenNameSchema } from '@academy/contract/personal-access-tokens';
import { ContentScopeSchema } from '@academy/contract/roles';
import { COMMAND_LINE } from '@academy/server/audit/audit.store';
import { readSettings } from '@academy/server/composition/read-settings';
import type { Settings } from '@academy/server/composition/settings';
import { peopleAdminStore } from '@academy/server/people/people-admin.store';
import { personalAccessTokensService } from '@academy/server/personal-access-tokens/personal-access-tokens.service';
import { personalAccessTokensStore } from '@academy/server/personal-access-tokens/personal-access-tokens.store';
import { tokenEnd } from '@academy/server/values/token-format';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import {
  CommandProblem,
  defineCommand,
  EXIT,
  numberOption,
  required,
  type Terminal,
  usageProblem,
} from '../command.ts';
import { withDatabase } from '../database-access.ts';
import { dataFolderOf } from '../paths.ts';
import { table } from '../table.ts';
import { findPerson } from './user/people.ts';

const DATA = {
  type: 'string',
  value: '<folder>',
  about: 'Data folder of the academy (default .academy in the repository)',
} as const;
const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;

export const tokenCreate = defineCommand({
  name: 'token create',
  summary: 'Create a personal access token; it is printed once and never again.',
  details: ['A token acts for one person in one tenant and loses what that person loses.'],
  options: {
    name: { type: 'string', value: '<name>', about: 'What it is for; unique for person and tenant' },
    tenant: { type: 'string', value: '<tenant>', about: 'The academy it is good for' },
    ability: { type: 'string', value: '<abilities>', about: `With commas between: ${ABILITIES.join(', ')}` },
    scope: {
      type: 'string',
      value: '<scopes>',
      about: 'Content that it may publish: course:spring-boot, course:spring-*',
    },
    person: { type: 'string', value: '<address>', about: 'Whom it acts for' },
    days: { type: 'string', value: '<days>', about: `Days until it ends, 1 to ${TOKEN_MAX_DAYS} (default 90)` },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const command = 'token create';
    const name = v.safeParse(TokenNameSchema, required(values.name, 'name', command));
    if (!name.success) throw usageProblem('--name must have 1 to 80 characters on one line.', command);
    const tenantId = required(values.tenant, 'tenant', command);
    const tenants = [...(await loadTenants()).keys()];
    if (!tenants.includes(tenantId)) {
      throw usageProblem(`There is no tenant "${tenantId}"; there are: ${tenants.join(', ')}.`, command);
    }
    const abilities = required(values.ability, 'ability', command)
      .split(',')
      .map((text) => {
        const ability = v.safeParse(AbilitySchema, text.trim());
        if (ability.success) return ability.output;
        throw usageProblem(`There is no ability "${text.trim()}"; there are: ${ABILITIES.join(', ')}.`, command);
      });
    const scopes = values.scope?.split(',').map((text) => {
      const scope = v.safeParse(ContentScopeSchema, text.trim());
      if (scope.success) return scope.output;
      throw usageProblem(`--scope ${scope.issues[0].message}.`, command);
    });
    const days = numberOption(values.days, 'days', { min: 1, max: TOKEN_MAX_DAYS }, command);
    const email = required(values.person, 'person', command);

    const { tokenId, token, expiresAt } = await withDatabase(settingsOf(values.data, terminal), async ({ db }) => {
      const people = await peopleAdminStore(db).byEmail(email);
      if (people.length === 0) {
        throw new CommandProblem(
          EXIT.failed,
          `Nobody here has the address ${email}.`,
          'See "./academy user list", or add the person with "./academy user add".',
        );
      }
      const owner = await findPerson(db, { email }, command, 'Let one of them make it on the own account page.');
      return personalAccessTokensService(db)
        .createToken({
          personId: owner.personId,
          tenantId,
          name: name.output,
          abilities,
          scopes,
          expiresAt: days === undefined ? undefined : tokenEnd(new Date(), days),
          by: COMMAND_LINE,
        })
        .catch((error: unknown) => {
          throw explained(error, { email, tenantId, name: name.output });
        });
    });
    if (values.json === true) terminal.out(JSON.stringify({ tokenId, token, expiresAt: expiresAt.toISOString() }));
    else {
      terminal.err(`Token ${tokenId}, good until ${expiresAt.toISOString().slice(0, 10)}. It is shown this once:`);
      terminal.out(token);
    }
    return EXIT.ok;
  },
});

export const tokenList = defineCommand({
  name: 'token list',
  summary: 'List personal access tokens.',
  options: { data: DATA, json: JSON_OPTION },
  async run(values, terminal) {
    const rows = await withDatabase(settingsOf(values.data, terminal), ({ db }) =>
      personalAccessTokensStore(db).listTokens(),
    );
    if (values.json === true) terminal.out(JSON.stringify(rows));
    else {
      const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? 'never';
      const lines = table(
        ['Id', 'Name', 'Tenant', 'Person', 'Abilities', 'Scopes', 'Ends', 'Last used'],
        rows.map((row) => [
          row.tokenId,
          row.name,
          row.tenantId,
          row.email,
          row.abilities.join(','),
          row.scopes?.join(',') ?? '',
          day(row.expiresAt),
          day(row.lastUsedAt),
        ]),
      );
      for (const line of lines) terminal.out(line);
    }
    return EXIT.ok;
  },
});

export const tokenRevoke = defineCommand({
  name: 'token revoke',
  summary: 'End a personal access token at once.',
  options: {
    id: { type: 'string', value: '<id>', about: 'Id as "token list" shows it' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const id = required(values.id, 'id', 'token revoke');
    if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw usageProblem(`"${id}" is no token id.`, 'token revoke');
    const revoked = await withDatabase(settingsOf(values.data, terminal), ({ db }) =>
      personalAccessTokensService(db)
        .deleteTokens([id], COMMAND_LINE)
        .catch((error: unknown) => {
          if (!(error instanceof AcademyError)) throw error;
          throw new CommandProblem(EXIT.failed, `There is no token ${id}.`, 'See "./academy token list".');
        }),
    );
    terminal.out(values.json === true ? JSON.stringify({ revoked }) : `Revoked ${id}.`);
    return EXIT.ok;
  },
});

function settingsOf(data: string | undefined, terminal: Terminal): Settings {
  return readSettings(terminal.env, { dataFolder: dataFolderOf(data, terminal) });
}

/** Explains a refusal at the command line; returns unexpected errors unchanged. */
function explained(error: unknown, request: { email: string; tenantId: string; name: string }): unknown {
  if (!(error instanceof AcademyError)) return error;
  const { email, tenantId, name } = request;
  if (error.code === 'not-allowed') {
    return new CommandProblem(
      EXIT.failed,
      `${email} cannot have such a token. ${error.message}`,
      `Give the person a role first ("./academy user give-role --email ${email}"), or name another one.`,
    );
  }
  if (error.field === 'name') {
    return new CommandProblem(
      EXIT.failed,
      `${email} has a token "${name}" for ${tenantId} already.`,
      'Choose another name, or revoke that one first.',
    );
  }
  return new CommandProblem(EXIT.failed, error.message, 'See "./academy token list".');
}
