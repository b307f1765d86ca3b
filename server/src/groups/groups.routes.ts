import {
  addGroupMembers,
  createGroup,
  deleteGroup,
  getGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  updateGroup,
} from '@academy/contract/groups';
import type { CallTable } from '../calls/bind.ts';
import type { GroupsService } from './groups.service.ts';

export function bindGroups(calls: CallTable, groups: GroupsService): void {
  calls.bind(listGroups, async ({ scope, query }) => ({ result: await groups.list(scope, query.q, query) }));
  calls.bind(getGroup, ({ scope, params }) => groups.details(scope, params.groupId));
  calls.bind(createGroup, async ({ scope, body }) => ({ groupId: await groups.create(scope, body) }));
  calls.bind(updateGroup, async ({ scope, params, body }) => {
    await groups.update(scope, params.groupId, body);
    return params;
  });
  calls.bind(deleteGroup, async ({ scope, params }) => {
    await groups.remove(scope, params.groupId);
    return { deleted: true };
  });
  calls.bind(listGroupMembers, async ({ scope, params, query }) => ({
    result: await groups.members(scope, params.groupId, query.q, query),
  }));
  calls.bind(addGroupMembers, ({ scope, params, body }) => groups.addMembers(scope, params.groupId, body.logins));
  calls.bind(removeGroupMember, async ({ scope, params }) => {
    const removed = await groups.removeMember(scope, params.groupId, params.userId);
    return { removed };
  });
}
