import { AbilitySchema } from '@academy/contract/abilities';
import { CALLS } from '@academy/contract/calls';
import { AcademyError } from '@academy/contract/errors';
import {
  type AccessToken,
  createToken,
  deleteTokens,
  exportTokens,
  listAbilities,
  listTokens,
} from '@academy/contract/personal-access-tokens';
import { abilitiesAmong } from '@academy/contract/rules/held-roles';
import { matchesToken } from '@academy/contract/rules/table-search';
import * as v from 'valibot';
import { auditActorOf } from '../audit/audit.store.ts';
import type { CallTable } from '../calls/bind.ts';
import { type CsvColumn, csvOf } from '../exports/csv.ts';
import { holderOfActor } from '../people/held-roles.ts';
import type { PersonalAccessTokensService } from './personal-access-tokens.service.ts';
import type { TokenRow } from './personal-access-tokens.store.ts';

/** @param mailQueued called when there may be mail to send */
export function bindPersonalAccessTokens(
  calls: CallTable,
  tokens: PersonalAccessTokensService,
  mailQueued: () => void,
): void {
  calls.bind(listAbilities, async ({ scope: { actor, tenantId } }) =>
    abilitiesAmong(CALLS, holderOfActor(actor), tenantId),
  );

  calls.bind(createToken, async ({ body, scope }) => {
    const { token } = await tokens.createToken({
      personId: scope.actor.personId,
      tenantId: scope.tenantId,
      name: body.name,
      abilities: body.abilities,
      scopes: body.scopes,
      expiresAt: body.expiresAt === undefined ? undefined : new Date(body.expiresAt),
      by: auditActorOf(scope),
    });
    mailQueued();
    return { message: token };
  });

  calls.bind(listTokens, async ({ query, scope: { actor } }) => {
    const all = query.all === 'true';
    if (all && !actor.isAdmin) throw new AcademyError('not-allowed');
    const rows = await tokens.listTokens(all ? undefined : actor.personId);
    return { result: rows.map((row) => (all ? { ...shown(row), owner: row.email } : shown(row))) };
  });

  calls.bind(exportTokens, async ({ query: { q, academy } }) => {
    const rows = await tokens.listTokens();
    const matching = rows.filter(
      (row) => (academy === undefined || row.tenantId === academy) && matchesToken(shown(row), q),
    );
    return csvOf('tokens', COLUMNS, matching);
  });

  calls.bind(deleteTokens, async ({ body, scope }) => {
    const { actor } = scope;
    const deleted = await tokens.deleteTokens(body, auditActorOf(scope), actor.isAdmin ? undefined : actor.personId);
    return { deleted };
  });
}

function shown(row: TokenRow): AccessToken {
  return {
    tokenId: row.tokenId,
    name: row.name,
    // An ability that a later version removed is left out.
    abilities: row.abilities.filter((ability) => v.is(AbilitySchema, ability)),
    scopes: row.scopes,
    tenantId: row.tenantId,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

const COLUMNS: readonly CsvColumn<TokenRow>[] = [
  ['Id', ({ tokenId }) => tokenId],
  ['Name', ({ name }) => name],
  ['Acts for', ({ email }) => email],
  ['Academy', ({ tenantId }) => tenantId],
  ['Abilities', ({ abilities }) => abilities.join(' ')],
  ['Scopes', ({ scopes }) => scopes?.join(' ') ?? null],
  ['Created', ({ createdAt }) => createdAt],
  ['Ends', ({ expiresAt }) => expiresAt],
  ['Last used', ({ lastUsedAt }) => lastUsedAt],
];
