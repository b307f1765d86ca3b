import type { AuditAction } from '@academy/contract/audit-actions';
import { type DirectoryToken, MAX_DIRECTORY_TOKENS } from '@academy/contract/directories-tokens';
import { AcademyError } from '@academy/contract/errors';
import { auditActorOf, writeAudit } from '../audit/audit.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import type { SignedInScope } from '../values/scope.ts';
import { hashToken, makeToken, tokenEnd } from '../values/token-format.ts';
import { directoriesStore } from './directories.store.ts';
import { type DirectoryTokenRow, directoryTokensStore } from './directories-tokens.store.ts';
import { directoryReplyTexts } from './directory-reply-texts.ts';

export interface DirectoryTokensOptions {
  db: Database;
  /** Of the embedded provider; null with another provider: then there are no directories. */
  issuer: string | null;
  /** What was noted of a refusal, in the reader's language. */
  wordsOf: (noted: string) => string;
}

/** Tokens of directories for SCIM, made by administrators of all. The secret is returned once and stored nowhere. */
export function directoryTokensService({ db, issuer, wordsOf }: DirectoryTokensOptions) {
  const present = ({ tokenId, createdAt, expiresAt, lastUsedAt, lastErrorAt, lastError }: DirectoryTokenRow) =>
    ({
      tokenId,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      lastError:
        lastErrorAt === null || lastError === null
          ? null
          : { at: lastErrorAt.toISOString(), message: wordsOf(lastError) },
    }) satisfies DirectoryToken;

  async function known(queries: Database | Transaction, directoryId: string): Promise<string> {
    const found = await directoriesStore(queries).byId(directoryId);
    if (found === null) throw new AcademyError('not-found', { message: directoryReplyTexts.gone });
    return found.name;
  }

  return {
    /** @throws AcademyError not-found */
    async of(directoryId: string) {
      await known(db, directoryId);
      const store = directoryTokensStore(db);
      const result = (await store.of(directoryId)).map(present);
      const origin = issuer === null ? '' : new URL(issuer).origin;
      return { address: `${origin}/scim/v2/${directoryId}`, ...(await store.counts(directoryId)), result };
    },

    /** @throws AcademyError not-found; conflict when there are too many, or no directories at all */
    async create(scope: SignedInScope, directoryId: string, days: number) {
      if (issuer === null) throw new AcademyError('conflict', { message: directoryReplyTexts.elsewhere });
      const token = makeToken();
      return db.transaction(async (tx) => {
        const name = await known(tx, directoryId);
        const store = directoryTokensStore(tx);
        if ((await store.of(directoryId)).length >= MAX_DIRECTORY_TOKENS)
          throw new AcademyError('conflict', {
            message: directoryReplyTexts.tokensFull({ max: MAX_DIRECTORY_TOKENS }),
          });
        const row = await store.add(directoryId, hashToken(token), tokenEnd(new Date(), days));
        await audit(tx, scope, 'directory.create-token', directoryId, { name, expiresAt: row.expiresAt.toISOString() });
        return { ...present(row), token };
      });
    },

    /** @throws AcademyError not-found */
    async remove(scope: SignedInScope, directoryId: string, tokenId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const name = await known(tx, directoryId);
        if (!(await directoryTokensStore(tx).remove(directoryId, tokenId))) throw new AcademyError('not-found');
        await audit(tx, scope, 'directory.delete-token', directoryId, { name });
      });
    },
  };
}

export type DirectoryTokensService = ReturnType<typeof directoryTokensService>;

function audit(
  tx: Transaction,
  scope: SignedInScope,
  action: AuditAction,
  id: string,
  details: Record<string, string>,
): Promise<void> {
  const target = { kind: 'directory', id };
  return writeAudit(tx, { action, target, tenantId: null, details, by: auditActorOf(scope) });
}
