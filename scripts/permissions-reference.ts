import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '@academy/contract/calls';
import { ERRORS } from '@academy/contract/errors';
import { PRINCIPALS, type Principal, REACHES, type Verdict, verdictOf } from '@academy/contract/permissions';
import { roleNeeded } from '@academy/contract/rules/held-roles';

export const PERMISSIONS_REFERENCE = join(import.meta.dirname, '../docs/reference/permissions.md');

const PRINCIPAL_NAMES = Object.keys(PRINCIPALS) as Principal[];
const shown = (verdict: Verdict) => (verdict === 'ok' ? 'yes' : `${ERRORS[verdict].status}`);

/**
 * The permissions' reference page, made from the contract. Principals that are treated alike everywhere share a column.
 */
export function permissionsReference(): string {
  const columns = new Map<string, Principal[]>();
  for (const principal of PRINCIPAL_NAMES) {
    const verdicts = CALLS.map((call) => verdictOf(call, principal)).join();
    columns.set(verdicts, [...(columns.get(verdicts) ?? []), principal]);
  }
  const groups = [...columns.values()];
  const rows = CALLS.map((call) => {
    const verdicts = groups.map(([principal]) => (principal === undefined ? '' : shown(verdictOf(call, principal))));
    const ability = call.ability === undefined ? '' : `\`${call.ability}\``;
    return `| \`${call.method} ${call.path}\` (${call.name}) | ${roleNeeded(call) ?? ''} | ${ability} | ${verdicts.join(' | ')} | ${REACHES[call.reach]} |`;
  });
  const heads = groups.map((_group, index) => String.fromCharCode(65 + index));
  return [
    '# Permissions',
    '',
    'Who may make which call. `yes`, or the HTTP status of the refusal. Whatever a call is about, records of others and of',
    'other academies answer as if they did not exist. `server/src/permissions/every-principal.fixture.ts` makes every call as every',
    'principal, inside and outside of the scope of its role. This page is generated from the contract by',
    '`node scripts/permissions-reference.ts`.',
    '',
    ...groups.map((group, index) => `- **${heads[index]}**: ${group.map((one) => PRINCIPALS[one]).join(', ')}`),
    '',
    `| Call | Role | Ability of tokens | ${heads.join(' | ')} | Reaches |`,
    `|---|---|---|${heads.map(() => '---|').join('')}---|`,
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(PERMISSIONS_REFERENCE, permissionsReference());
