import { AcademyError } from '@academy/contract/errors';
import { IMPERSONATION_MS } from '@academy/contract/view-as';
import { type AuditActor, type AuditEntry, auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { replyTexts } from '../http/reply-texts.ts';
import { makeImpersonationToken } from '../values/impersonation-token.ts';
import type { SignedInScope } from '../values/scope.ts';
import { hashToken } from '../values/token-format.ts';
import { impersonationStore, type OpenImpersonation } from './view-as.store.ts';

/** An impersonation that was just started. `token` is returned this once and stored nowhere. */
export interface StartedImpersonation {
  token: string;
  name: string;
  expiresAt: Date;
}

/**
 * Impersonation: administrators see an academy as a learner does. Rules of who may, for how long, and what is audited.
 */
export function impersonationService(db: Database, now: () => number = Date.now) {
  return {
    /** @throws AcademyError not-found; conflict for an administrator, whose rights an impersonation must not show */
    async start(scope: SignedInScope, personId: string): Promise<StartedImpersonation> {
      const { actor, tenantId } = scope;
      return db.transaction(async (tx) => {
        const store = impersonationStore(tx);
        const viewed = await store.person(personId);
        if (viewed === null) throw new AcademyError('not-found');
        if (viewed.isAdmin) throw new AcademyError('conflict', { message: replyTexts.viewAdmin });
        const name = `${viewed.firstName} ${viewed.lastName}`.trim() || viewed.email;
        const token = makeImpersonationToken({ personId, email: viewed.email, name });
        const expiresAt = new Date(now() + IMPERSONATION_MS);
        await store.add({
          tokenHash: hashToken(token),
          adminId: actor.personId,
          viewedId: personId,
          tenantId,
          grantId: actor.by.kind === 'session' ? actor.by.grantId : null,
          expiresAt,
        });
        await writeAudit(tx, {
          action: 'view-as.start',
          target: { kind: 'person', id: personId },
          tenantId,
          details: { email: viewed.email, expiresAt: expiresAt.toISOString() },
          by: auditActorOf(scope),
        });
        return { token, name, expiresAt };
      });
    },

    /** Ends the impersonation of this token, or all that the administrator has started. @returns how many */
    async end(scope: SignedInScope): Promise<number> {
      const { by, personId } = scope.actor;
      return db.transaction(async (tx) => {
        const store = impersonationStore(tx);
        const views = by.kind === 'view' ? await store.byId(by.viewId) : await store.ofAdmin(personId);
        const ended: OpenImpersonation[] = [];
        for (const view of views) if (await store.end(view.viewId)) ended.push(view);
        for (const view of ended) await writeAudit(tx, endOf(view, auditActorOf(scope)));
        return ended.length;
      });
    },
  };
}

export type ImpersonationService = ReturnType<typeof impersonationService>;

const endOf = ({ viewed, tenantId }: OpenImpersonation, by: AuditActor): AuditEntry => ({
  action: 'view-as.end',
  target: { kind: 'person', id: viewed.personId },
  tenantId,
  details: { email: viewed.email },
  by,
});
