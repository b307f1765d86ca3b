import { endRole, grantRole, listRoles, ROLE_LIST_LENGTH, type RoleGrant } from '@academy/contract/roles';
import type { CallTable } from '../calls/bind.ts';
import { changedBy } from '../people/changed-by.ts';
import { holderOfActor } from '../people/held-roles.ts';
import type { RolesService } from './roles.service.ts';
import type { RoleRow } from './roles.store.ts';

export function bindRoles(calls: CallTable, roles: RolesService): void {
  calls.bind(listRoles, async ({ scope: { actor, tenantId }, query }) => {
    const rows = await roles.list(holderOfActor(actor), tenantId, query.userId);
    return { result: rows.slice(0, ROLE_LIST_LENGTH).map(shown) };
  });

  calls.bind(grantRole, async ({ scope, body }) => {
    const { to, role, everywhere, scope: reach } = body;
    const held = { role, tenantId: everywhere ? null : scope.tenantId, scope: reach };
    return shown(await roles.give(to, held, changedBy(scope)));
  });

  calls.bind(endRole, async ({ scope, params }) => {
    await roles.end(params.grantId, changedBy(scope));
    return { ended: true };
  });
}

function shown({ grant, holder, group }: RoleRow): RoleGrant {
  const { grantId, role, tenantId, scope, source, createdAt } = grant;
  const person = holder && {
    userId: holder.personId,
    name: `${holder.firstName} ${holder.lastName}`.trim(),
    login: holder.email,
  };
  return { grantId, role, tenantId, scope, person, group, source, createdAt: createdAt.toISOString() };
}
