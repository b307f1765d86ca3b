import { randomBytes } from 'node:crypto';
import type { ParsedInput } from '@academy/contract/call';
import { AcademyError } from '@academy/contract/errors';
import {
  type createInvitationLink,
  type InvitationLink,
  MAX_LINK_DAYS,
  MAX_LINKS,
} from '@academy/contract/invitation-links';
import { covers, scopesOf } from '@academy/contract/rules/held-roles';
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { groupMember, learnerGroup } from '../db/group-tables.ts';
import { invitationLink } from '../db/invitation-link-tables.ts';
import type { Queries } from '../db/transaction.ts';
import { groupsIn } from '../groups/groups.store.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { holderOfActor } from '../people/held-roles.ts';
import type { SignedInScope } from '../values/scope.ts';
import { hashToken } from '../values/token-format.ts';

const DAY_MS = 86_400_000;
/** 192 bits, which cannot be guessed. */
const SECRET_BYTES = 24;

type GroupRow = typeof learnerGroup.$inferSelect;
type LinkRow = typeof invitationLink.$inferSelect;

/** Links by which people join a group that administrators or its manager look after. */
export function invitationLinks(db: Database, now: () => number = Date.now) {
  /** Groups that directories keep are left to them. */
  const isKeptHere = ({ tenantId }: SignedInScope) =>
    and(isNull(learnerGroup.directoryId), or(eq(learnerGroup.tenantId, tenantId), isNull(learnerGroup.tenantId)));

  const manages = ({ actor, tenantId }: SignedInScope) => {
    const scopes = scopesOf(holderOfActor(actor), 'manager', tenantId);
    return ({ groupId, parentGroupId }: Pick<GroupRow, 'groupId' | 'parentGroupId'>): boolean =>
      scopes.some((scope) => covers(scope, `group:${groupId}`) || covers(scope, `group:${parentGroupId}`));
  };

  /** @throws AcademyError not-found, also for a group that the caller does not manage */
  async function managedGroup(queries: Queries, scope: SignedInScope, groupId: string): Promise<GroupRow> {
    const [row] = await queries
      .select()
      .from(learnerGroup)
      .where(and(isKeptHere(scope), eq(learnerGroup.groupId, groupId)));
    if (row === undefined || !manages(scope)(row)) throw new AcademyError('not-found');
    return row;
  }

  return {
    async list(scope: SignedInScope) {
      const isMine = manages(scope);
      const rows = await db
        .select({ link: invitationLink, group: learnerGroup })
        .from(invitationLink)
        .innerJoin(learnerGroup, eq(learnerGroup.groupId, invitationLink.groupId))
        .where(eq(invitationLink.tenantId, scope.tenantId))
        .orderBy(desc(invitationLink.createdAt), invitationLink.linkId);
      const groups = await db
        .select()
        .from(learnerGroup)
        .where(isKeptHere(scope))
        .orderBy(sql`lower(${learnerGroup.name})`);
      return {
        result: rows.filter(({ group }) => isMine(group)).map(({ link, group }) => present(link, group.name)),
        groups: groups.filter(isMine).map(({ groupId, name }) => ({ id: groupId, name })),
      };
    },

    /**
     * @throws AcademyError not-found for a foreign group, not-allowed for one that gives roles, invalid-input for an end that is
     * past or too far, conflict when there are too many
     */
    async create(
      scope: SignedInScope,
      { name, groupId, maxUses, endsAt }: ParsedInput<typeof createInvitationLink>['body'],
    ): Promise<{ link: InvitationLink; secret: string }> {
      const end = new Date(endsAt);
      const left = end.getTime() - now();
      if (left <= 0) throw new AcademyError('invalid-input', { message: replyTexts.endInPast, field: 'endsAt' });
      if (left > MAX_LINK_DAYS * DAY_MS)
        throw new AcademyError('invalid-input', {
          message: replyTexts.linkTooLong({ days: MAX_LINK_DAYS }),
          field: 'endsAt',
        });
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      return db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`invitation links ${scope.tenantId}`}))`);
        const group = await managedGroup(tx, scope, groupId);
        if (await groupsIn(tx).givesRoles(groupId))
          throw new AcademyError('not-allowed', { message: replyTexts.groupGivesRoles });
        if ((await tx.$count(invitationLink, eq(invitationLink.tenantId, scope.tenantId))) >= MAX_LINKS)
          throw new AcademyError('conflict', { message: replyTexts.linksFull({ max: MAX_LINKS }) });
        const [row] = await tx
          .insert(invitationLink)
          .values({ tenantId: scope.tenantId, groupId, name, maxUses, endsAt: end, secretHash: hashToken(secret) })
          .returning();
        if (row === undefined) throw new Error('the link was not written');
        await writeAudit(tx, {
          action: 'invitation-link.create',
          target: { kind: 'invitation-link', id: row.linkId },
          tenantId: scope.tenantId,
          details: { name, group: group.name, maxUses, endsAt: end.toISOString() },
          by: auditActorOf(scope),
        });
        return { link: present(row, group.name), secret };
      });
    },

    /** @throws AcademyError not-found */
    async remove(scope: SignedInScope, linkId: string): Promise<string> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(invitationLink)
          .where(and(eq(invitationLink.tenantId, scope.tenantId), eq(invitationLink.linkId, linkId)))
          .for('update');
        if (row === undefined) throw new AcademyError('not-found');
        const group = await managedGroup(tx, scope, row.groupId);
        await tx.delete(invitationLink).where(eq(invitationLink.linkId, linkId));
        await writeAudit(tx, {
          action: 'invitation-link.delete',
          target: { kind: 'invitation-link', id: linkId },
          tenantId: scope.tenantId,
          details: { name: row.name, group: group.name, uses: row.uses },
          by: auditActorOf(scope),
        });
        return linkId;
      });
    },

    /**
     * Puts the caller into the group of a link. Who is in it already uses nothing up.
     *
     * @returns the name of the group
     * @throws AcademyError not-found for a link that is unknown, over or used up, or whose group gives roles: which of them
     * nobody learns
     */
    async accept(scope: SignedInScope, secret: string): Promise<string> {
      const { actor, tenantId } = scope;
      return db.transaction(async (tx) => {
        const isLink = and(eq(invitationLink.secretHash, hashToken(secret)), eq(invitationLink.tenantId, tenantId));
        const isOpen = and(isLink, gt(invitationLink.endsAt, new Date(now())));
        // Locks the link, so that no more people join than it lets in.
        const [found] = await tx
          .select({ link: invitationLink, name: learnerGroup.name })
          .from(invitationLink)
          .innerJoin(learnerGroup, eq(learnerGroup.groupId, invitationLink.groupId))
          .where(isOpen)
          .for('update', { of: invitationLink });
        // A role may have been given to the group since the link was made: whoever has the link would get it.
        if (found === undefined || (await groupsIn(tx).givesRoles(found.link.groupId)))
          throw new AcademyError('not-found', { message: replyTexts.linkOver });
        const { groupId } = found.link;
        const isIn = await tx.$count(
          groupMember,
          and(eq(groupMember.groupId, groupId), eq(groupMember.personId, actor.personId)),
        );
        if (isIn > 0) return found.name;
        const [used] = await tx
          .update(invitationLink)
          .set({ uses: sql`${invitationLink.uses} + 1` })
          .where(and(isLink, lt(invitationLink.uses, invitationLink.maxUses)))
          .returning();
        if (used === undefined) throw new AcademyError('not-found', { message: replyTexts.linkOver });
        await groupsIn(tx).join(groupId, [actor.personId], 'hand');
        await writeAudit(tx, {
          action: 'group.join',
          target: { kind: 'person', id: actor.personId },
          tenantId,
          details: { email: actor.email, group: found.name, link: found.link.name },
          by: auditActorOf(scope),
        });
        return found.name;
      });
    },
  };
}

export type InvitationLinks = ReturnType<typeof invitationLinks>;

const present = (
  { linkId, name, groupId, maxUses, uses, endsAt, createdAt }: LinkRow,
  group: string,
): InvitationLink => ({
  ...{ linkId, name, groupId, group, maxUses, uses },
  endsAt: endsAt.toISOString(),
  createdAt: createdAt.toISOString(),
});
