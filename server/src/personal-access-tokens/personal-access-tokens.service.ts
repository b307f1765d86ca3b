import type { Ability } from '@academy/contract/abilities';
import { CALLS } from '@academy/contract/calls';
import { AcademyError } from '@academy/contract/errors';
import { TOKEN_LIST_LENGTH, TOKEN_MAX_DAYS, TOKENS_PER_PERSON } from '@academy/contract/personal-access-tokens';
import { abilitiesAmong, covers, type Holder, scopesOf } from '@academy/contract/rules/held-roles';
import { type AuditActor, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { NotifyAccountOwner } from '../identity/owner-news.ts';
import { holderOf } from '../people/held-roles.ts';
import { hashToken, makeToken, tokenEnd } from '../values/token-format.ts';
import { personalAccessTokensStore, type TokenRow } from './personal-access-tokens.store.ts';

/** The one ability that scopes can limit. */
const PUBLISHES: Ability = 'content:write';

export interface TokenRequest {
  /** The person whom the token acts for. */
  personId: string;
  tenantId: string;
  /** Unique for this person and tenant: makes creating a token idempotent. */
  name: string;
  /** At least one. */
  abilities: readonly Ability[];
  /** The content to which it is limited; left out: all that the person may. */
  scopes?: readonly string[] | undefined;
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
     * @throws AcademyError `invalid-input` for an expiry in the past or too far ahead, for scopes that the person does not
     * have and for those of other abilities than content:write, `not-allowed` for abilities that the person does not have,
     * `conflict` for a name that is taken or when there are too many, `not-found` when there is no such person
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
        const holder = await holderOf(transaction, request.personId);
        if (holder === null) throw new AcademyError('not-found');
        refuseMoreThanHeld(holder, { ...request, abilities });
        if ((await store.countTokens(request.personId)) >= TOKENS_PER_PERSON)
          throw new AcademyError('conflict', {
            message: replyTexts.tokensFull({ max: TOKENS_PER_PERSON }),
          });
        const made = await store.createToken({
          personId: request.personId,
          tenantId: request.tenantId,
          name: request.name,
          abilities,
          scopes: request.scopes ?? null,
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
          details: {
            ...{ name: request.name, abilities, scopes: request.scopes ?? [] },
            owner: owner.email,
            expiresAt: expiresAt.toISOString(),
          },
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

/** A token has nothing that its maker does not have. @throws AcademyError not-allowed, invalid-input */
function refuseMoreThanHeld(holder: Holder, { tenantId, abilities, scopes }: TokenRequest): void {
  const allowed = abilitiesAmong(CALLS, holder, tenantId);
  if (abilities.some((ability) => !allowed.includes(ability)))
    throw new AcademyError('not-allowed', {
      message: replyTexts.abilitiesOfRole({ abilities: allowed.join(', ') }),
      field: 'abilities',
    });
  if (scopes === undefined) return;
  if (abilities.length !== 1 || abilities[0] !== PUBLISHES)
    throw new AcademyError('invalid-input', {
      message: replyTexts.scopesAlone({ ability: PUBLISHES }),
      field: 'scopes',
    });
  const own = scopesOf(holder, 'author', tenantId);
  const beyond = scopes.find((scope) => !own.some((one) => covers(one, scope)));
  if (beyond !== undefined)
    throw new AcademyError('invalid-input', { message: replyTexts.scopesOfRole({ scope: beyond }), field: 'scopes' });
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
