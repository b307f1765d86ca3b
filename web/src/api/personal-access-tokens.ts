import type { Ability } from '@academy/contract/abilities';
import {
  createToken,
  deleteTokens,
  exportTokens,
  listAbilities,
  listTokens,
} from '@academy/contract/call-routes/personal-access-tokens';
import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { useRead } from './use-read.ts';

export { exportTokens };

/** Tokens, newest first: the own ones, or (for administrators) those of everybody. */
export function useTokens({ all }: { all: boolean }): readonly AccessToken[] {
  return useRead(listTokens, { query: all ? { all: 'true' } : {} }).result;
}

/** The abilities that a token of an academy may have; `data` is undefined until they are loaded. */
export function useAbilities(tenantId: string) {
  return useQuery({
    queryKey: [listAbilities.name, tenantId],
    queryFn: ({ signal }) => call(listAbilities, {}, { ...QUIET, tenantId, signal }),
  });
}

export interface NewTokenInput {
  tenantId: string;
  name: string;
  abilities: Ability[];
  /** The content that it may publish; left out: all that its owner may. */
  scopes?: string[];
  /** ISO 8601. */
  expiresAt: string;
}

/** Creates and revokes tokens and refetches the lists. Errors are thrown; the caller shows them. */
export function useTokenChanges() {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: [listTokens.name] });
  return {
    /** @returns the token itself; it is shown once and never cached. @throws CallError */
    async make({ tenantId, ...body }: NewTokenInput): Promise<string> {
      const { message } = await call(createToken, { body }, { ...QUIET, tenantId });
      void refetch();
      return message;
    },
    /** All of the tokens or none. @throws CallError 404 when one of them was deleted already */
    async end(tokenIds: readonly string[]): Promise<void> {
      try {
        await call(deleteTokens, { body: [...tokenIds] }, QUIET);
      } finally {
        await refetch();
      }
    },
  };
}
