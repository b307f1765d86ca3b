import type { Ability } from '@academy/contract/abilities';
import { AcademyError } from '@academy/contract/errors';
import { TOKEN_LIST_LENGTH, TOKEN_MAX_DAYS, TOKENS_PER_PERSON } from '@academy/contract/personal-access-tokens';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { NotifyAccountOwner } from '../identity/owner-news.ts';
import { hashToken, makeToken, tokenEnd } from '../values/token-format.ts';
import { personalAccessTokensStore, type TokenRow } from './personal-access-tokens.store.ts';

/** The one ability that a person who is no administrator may grant. */
const FOR_EVERYBODY: Ability = 'progress:read';

export interface TokenRequest {
  /** The person whom the token acts for. */
  personId: string;
  tenantId: string;
  /** Unique for this person and tenant: makes creating a token idempotent. */
  name: string;
  /** At least one. */
  abilities: readonly Ability[];
  /** Default: 90 days from now. */
  expiresAt?: Date | undefined;
  by: AuditActor;
}

/** A token that was just created. `token` is returned this once and stored nowhere. */
export interface NewlyMade {
  tokenId: string;
  token: string;
  expiresAt: Date;
}

/**
 * Creates, lists and revokes personal access tokens. Changes are audited in the same transaction.
 *
 * @param notifyOwner mails the owner of a new token; left out: no mail, as for tokens that an operator creates
 */
export function personalAccessTokensService(
  db: Database,
  now: () => Date = () => new Date(),
  notifyOwner: NotifyAccountOwner = async () => {},
) {
  return {
    /**
     * @throws AcademyError `invalid-input` for an expiry in the past or too far ahead, `not-allowed` for abilities that
     * the person may not grant, `conflict` for a name that is taken or when there are too many, `not-found` when there
     * is no such person
     */
    async createToken(request: TokenRequest): Promise<NewlyMade> {
      const createdAt = now();
      const expiresAt = endOf(request.expiresAt, createdAt);
      const abilities = [...new Set(request.abilities)];
      const token = makeToken();
      const tokenId = await db.transaction(async (transaction) => {
        const store = personalAccessTokensStore(transaction);
        // The present role, locked until the token is stored: a person who loses the role meanwhile gets no token.
        const owner = await store.lockOwner(request.personId);
        if (owner === null) throw new AcademyError('not-found');
        if (!owner.isAdmin && abilities.some((ability) => ability !== FOR_EVERYBODY))
          throw new AcademyError('not-allowed', {
            message: replyTexts.abilitiesOfAdmins({ ability: FOR_EVERYBODY }),
            field: 'abilities',
          });
        if ((await store.countTokens(request.personId)) >= TOKENS_PER_PERSON)
          throw new AcademyError('conflict', {
            message: replyTexts.tokensFull({ max: TOKENS_PER_PERSON }),
          });
        const made = await store.createToken({
          personId: request.personId,
          tenantId: request.tenantId,
          name: request.name,
          abilities,
          tokenHash: hashToken(token),
          createdAt,
          expiresAt,
        });
        if (made === null)
          throw new AcademyError('conflict', {
            message: replyTexts.tokenNameTaken({ name: request.name }),
            field: 'name',
          });
        await writeAudit(transaction, {
          action: 'token.create',
          target: { kind: 'token', id: made },
          tenantId: request.tenantId,
          details: { name: request.name, abilities, owner: owner.email, expiresAt: expiresAt.toISOString() },
          by: request.by,
        });
        await notifyOwner(transaction, owner, {
          kind: 'token-created',
          tenantId: request.tenantId,
          detail: `“${request.name}”`,
          key: `token-created ${made}`,
          path: '/account',
        });
        return made;
      });
      return { tokenId, token, expiresAt };
    },

    /**
     * @param personId left out: tokens of everybody. Newest first, expired ones included, `TOKEN_LIST_LENGTH` at most.
     */
    listTokens(personId?: string): Promise<TokenRow[]> {
      return personalAccessTokensStore(db).listTokens(personId, TOKEN_LIST_LENGTH);
    },

    /**
     * Revokes all of the tokens or none.
     *
     * @param personId their required owner; left out: any owner
     * @returns the ids, each once, in the order given
     * @throws AcademyError `not-found` when one of them does not exist or belongs to another person
     */
    async deleteTokens(tokenIds: readonly string[], by: AuditActor, personId?: string): Promise<string[]> {
      const ids = [...new Set(tokenIds.map((id) => id.toLowerCase()))];
      return db.transaction(async (transaction) => {
        const store = personalAccessTokensStore(transaction);
        const rows = await store.lockTokens(ids, personId);
        if (rows.length !== ids.length) throw new AcademyError('not-found');
        await store.revoke(ids);
        for (const { tokenId, tenantId, name, email } of rows)
          await writeAudit(transaction, {
            action: 'token.delete',
            target: { kind: 'token', id: tokenId },
            tenantId,
            details: { name, owner: email },
            by,
          });
        return ids;
      });
    },
  };
}

export type PersonalAccessTokensService = ReturnType<typeof personalAccessTokensService>;

function endOf(requested: Date | undefined, now: Date): Date {
  if (requested === undefined) return tokenEnd(now);
  const refuse = (message: string) => new AcademyError('invalid-input', { message, field: 'expiresAt' });
  if (Number.isNaN(requested.getTime())) throw refuse(replyTexts.noDate);
  if (requested <= now) throw refuse(replyTexts.endInPast);
  if (requested > tokenEnd(now, TOKEN_MAX_DAYS)) throw refuse(replyTexts.endTooLate({ days: TOKEN_MAX_DAYS }));
  return requested;
}
