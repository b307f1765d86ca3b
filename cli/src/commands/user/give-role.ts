import { ROLES } from '@academy/contract/role-names';
import { RoleSchema, ScopeSchema } from '@academy/contract/roles';
import type { HeldRole } from '@academy/contract/rules/held-roles';
import { BY_HAND, rolesService } from '@academy/server/roles/roles.service';
import { rolesStore } from '@academy/server/roles/roles.store';
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
  summary: 'Give a person a role with a scope, or end it.',
  details: [
    'An author publishes what the scope names, an instructor sees its learners, a manager looks after a group, an academy-admin administers one academy.',
    'A scope is * for the whole academy, course:spring-boot, course:spring-* or group:<id>. Other administrators are told by mail.',
  ],
  options: {
    email: EMAIL,
    id: ID,
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
    const email = await withDatabase(settings, async ({ db }) => {
      const { personId, email } = await findPerson(db, values, COMMAND);
      const roles = rolesService({ db, brandOf: await brandOfMails(settings) });
      if (values.remove !== true) await explainingRefusals(roles.give({ userId: personId }, role, BY_OPERATOR));
      else {
        const held = await rolesStore(db).held({ personId }, role, BY_HAND);
        if (held === null)
          throw new CommandProblem(EXIT.failed, `${email} does not have this role.`, 'See "./academy user roles".');
        await explainingRefusals(roles.end(held.grant.grantId, BY_OPERATOR));
      }
      return email;
    });
    const isHeld = values.remove !== true;
    if (values.json === true) terminal.out(JSON.stringify({ email, ...role, isHeld }));
    else
      terminal.out(
        `${printable(email)} ${isHeld ? 'has' : 'does not have'} the role ${wordsOf(role)}${isHeld ? ' now' : ' any more'}.`,
      );
    return EXIT.ok;
  },
});

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
