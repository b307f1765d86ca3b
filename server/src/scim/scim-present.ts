import { GROUP_SCHEMA, type ScimDocument, USER_SCHEMA } from './scim-documents.ts';
import type { GroupWithMembers } from './scim-groups.service.ts';
import { resourceOf, tagOf, type UserWithGroups } from './scim-users.service.ts';

/** A person as programs of their directory read them. @param base address of the directory's SCIM */
export function userDocument(row: UserWithGroups, base: string): ScimDocument {
  const groups = row.groups.map(({ groupId, name }) => ({
    value: groupId,
    $ref: `${base}/Groups/${groupId}`,
    display: name,
  }));
  return {
    schemas: [USER_SCHEMA],
    id: row.id,
    ...resourceOf(row),
    ...(groups.length === 0 ? {} : { groups }),
    meta: metaOf('User', `${base}/Users/${row.id}`, row),
  };
}

/** A group as programs of its directory read it. @param base as above */
export function groupDocument(row: GroupWithMembers, base: string): ScimDocument {
  const members = row.members.map(({ id }) => ({
    value: id,
    $ref: `${base}/Users/${id}`,
    type: 'User',
  }));
  return {
    schemas: [GROUP_SCHEMA],
    id: row.groupId,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.name,
    ...(members.length === 0 ? {} : { members }),
    meta: metaOf('Group', `${base}/Groups/${row.groupId}`, row),
  };
}

function metaOf(
  resourceType: string,
  location: string,
  { createdAt, changedAt, version }: { createdAt: Date; changedAt: Date; version: number },
) {
  return {
    ...{ resourceType, location, version: tagOf(version) },
    created: createdAt.toISOString(),
    lastModified: changedAt.toISOString(),
  };
}
