import { ROLES } from '@academy/contract/role-names';
import { RoleSchema, ScopeSchema } from '@academy/contract/roles';
import type { HeldRole } from '@academy/contract/rules/held-roles';
import type { Database } from '@academy/server/db/connect';
import { BY_HAND, rolesService } from '@academy/server/roles/roles.service';
import { type RoleHolder, rolesStore } from '@academy/server/roles/roles.store';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import { CommandProblem, defineCommand, EXIT, required, usageProblem } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { printable } from '../../table.ts';
import {
  BY_OPERATOR,
  brandOfMails,
  DATA,
  EMAIL,
  explainingRefusals,
  findPerson,
  ID,
  JSON_OPTION,
  settingsOf,
} from './people.ts';

const COMMAND = 'user give-role';
/** The value of --tenant for every academy. */
const EVERY = 'all';

export const userGiveRole = defineCommand({
  name: COMMAND,
  summary: 'Give a person or a group a role with a scope, or end it.',
  details: [
    'An author publishes what the scope names, an instructor sees its learners, a manager looks after a group, an academy-admin administers one academy.',
    'A scope is * for the whole academy, course:spring-boot, course:spring-* or group:<id>. Other administrators are told by mail.',
  ],
  options: {
    email: EMAIL,
    id: ID,
    group: {
      type: 'string',
      value: '<group>',
      about: 'Everybody in the group of this name or id, in place of a person',
    },
    role: { type: 'string', value: '<role>', about: ROLES.join(', ') },
    tenant: { type: 'string', value: '<tenant>', about: `The academy, or ${EVERY}` },
    scope: { type: 'string', value: '<scope>', about: 'What it reaches (default: the whole academy)' },
    remove: { type: 'boolean', about: 'End the role instead' },
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal) {
    const role = await roleOf(values);
    const settings = settingsOf(values.data, terminal);
    const name = await withDatabase(settings, async ({ db }) => {
      const { holder, name } = await holderOf(db, values);
      const roles = rolesService({ db, brandOf: await brandOfMails(settings) });
      const to = 'groupId' in holder ? holder : { userId: holder.personId };
      if (values.remove !== true) await explainingRefusals(roles.give(to, role, BY_OPERATOR));
      else {
        const held = await rolesStore(db).held(holder, role, BY_HAND);
        if (held === null)
          throw new CommandProblem(EXIT.failed, `${name} does not have this role.`, 'See "./academy user roles".');
        await explainingRefusals(roles.end(held.grant.grantId, BY_OPERATOR));
      }
      return name;
    });
    const isHeld = values.remove !== true;
    if (values.json === true)
      terminal.out(JSON.stringify({ [values.group === undefined ? 'email' : 'group']: name, ...role, isHeld }));
    else
      terminal.out(
        `${printable(name)} ${isHeld ? 'has' : 'does not have'} the role ${wordsOf(role)}${isHeld ? ' now' : ' any more'}.`,
      );
    return EXIT.ok;
  },
});

/** The person or the group that is named. */
async function holderOf(
  db: Database,
  { group, ...values }: { group?: string; id?: string; email?: string },
): Promise<{ holder: RoleHolder; name: string }> {
  if (group === undefined) {
    const { personId, email } = await findPerson(db, values, COMMAND);
    return { holder: { personId }, name: email };
  }
  if (values.id !== undefined || values.email !== undefined)
    throw usageProblem('Give the role to a person or to a group: --email, --id or --group.', COMMAND);
  const store = rolesStore(db);
  const isId = v.is(v.pipe(v.string(), v.uuid()), group);
  const found =
    isId && (await store.exists({ groupId: group })) ? [{ groupId: group }] : await store.groupsNamed(group);
  const [first, ...others] = found;
  if (first === undefined) throw new CommandProblem(EXIT.failed, `There is no group ${group}.`, 'Name it by its id.');
  if (others.length === 0) return { holder: first, name: group };
  const ids = found.map(({ groupId }) => groupId).join(', ');
  throw new CommandProblem(EXIT.failed, `Several groups are called ${group}: ${ids}.`, 'Name one by its id.');
}

interface RoleValues {
  role?: string;
  tenant?: string;
  scope?: string;
}

async function roleOf(values: RoleValues): Promise<HeldRole> {
  const role = v.safeParse(RoleSchema, required(values.role, 'role', COMMAND));
  if (!role.success) throw usageProblem(`There is no role "${values.role}"; there are: ${ROLES.join(', ')}.`, COMMAND);
  const tenant = required(values.tenant, 'tenant', COMMAND);
  const tenants = [...(await loadTenants()).keys()];
  if (tenant !== EVERY && !tenants.includes(tenant))
    throw usageProblem(`There is no tenant "${tenant}"; there are: ${[...tenants, EVERY].join(', ')}.`, COMMAND);
  const scope = v.safeParse(ScopeSchema, values.scope ?? '*');
  if (!scope.success) throw usageProblem(`--scope ${scope.issues[0].message}.`, COMMAND);
  return { role: role.output, tenantId: tenant === EVERY ? null : tenant, scope: scope.output };
}

/** `author of spring (course:spring-boot)` */
const wordsOf = ({ role, tenantId, scope }: HeldRole): string =>
  `${role} of ${tenantId ?? 'every academy'}${scope === '*' ? '' : ` (${scope})`}`;
