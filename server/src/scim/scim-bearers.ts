import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/connect.ts';
import { directoryTokensStore, type TokenDirectory } from '../directories/directories-tokens.store.ts';
import { bearerOf } from '../http/bearer-of.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { hashToken, isWellFormedToken } from '../values/token-format.ts';
import { ScimError } from './scim-error.ts';
import type { ScimScope } from './scim-users.service.ts';

/** A token that has ended works no longer than this, ms. */
const TOKEN_FRESH_MS = 1_000;

/** The directory of a request, and its token. */
export type IdentifiedScope = ScimScope & { tokenId: string };

/** Finds the directory of a request by its token, which must be of the directory in the address. */
export function identifier({ db, count }: { db: Database; count: CountCall }) {
  const tokens = directoryTokensStore(db);
  const known = new LRUCache<string, { of: TokenDirectory | null }>({ max: 500, ttl: TOKEN_FRESH_MS });

  async function lookUp(token: string): Promise<TokenDirectory | null> {
    const hash = hashToken(token);
    const before = known.get(hash);
    if (before !== undefined) return before.of;
    const of = isWellFormedToken(token) ? await tokens.byHash(hash) : null;
    if (of !== null) await tokens.noteUse(of.tokenId);
    known.set(hash, { of });
    return of;
  }

  /** @throws ScimError with status 401 */
  return async (request: FastifyRequest): Promise<IdentifiedScope> => {
    const token = tokenOf(request);
    const { directoryId } = request.params as { directoryId: string };
    const found = token === null ? null : await lookUp(token);
    if (found === null || found.directoryId !== directoryId.toLowerCase()) {
      await count(request);
      throw new ScimError(401, 'token');
    }
    if (found.expiresAt <= new Date()) {
      const expired = new ScimError(401, 'expired');
      await noteError(db, found.tokenId, expired, request);
      throw expired;
    }
    return { ...found, domains: new Set(found.domains), correlationId: correlationIdOf(request), address: request.ip };
  };
}

function tokenOf(request: FastifyRequest): string | null {
  try {
    return bearerOf(request);
  } catch {
    return null;
  }
}

/** Stores why a request was refused, for administrators; a failure to do so changes nothing. */
export async function noteError(db: Database, tokenId: string, { key, words }: ScimError, { log }: FastifyRequest) {
  const note = directoryTokensStore(db).noteError(tokenId, JSON.stringify({ key, words }));
  await note.catch((error: unknown) => log.warn({ err: error }, 'the error of a directory was not noted'));
}
