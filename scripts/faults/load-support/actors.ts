import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningAcademy } from '@academy/bench/academy';
import { signInLearners } from '@academy/bench/people';
import type { Call } from '@academy/contract/call';
import { connect } from '@academy/server/db/connect';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';

export const ROLES = ['visitor', 'learner', 'pro', 'admin', 'token'] as const;
export type Role = (typeof ROLES)[number];

/** A signed-in person of each role. */
export interface Actors {
  /** Bearer of a role; null for a visitor. */
  bearerOf(role: Role, tenantId: string): string | null;
  /** Signs in a role again: its session was ended or expires, or its account was deleted. */
  renew(role: Role): Promise<void>;
  /** Texts that no reply may show. */
  secrets(): string[];
}

interface SamplePerson {
  password: string | null;
}

/** Signs in new people of each role, and reads the tokens for publishing. */
export async function signInActors(academy: RunningAcademy): Promise<Actors> {
  const read = async (file: string) => JSON.parse(await readFile(join(academy.dataFolder, file), 'utf8')) as unknown;
  const people = (await read('sample-people.json')) as SamplePerson[];
  const tokens = (await read('local-tokens.json')) as Record<string, string>;
  const bearers = new Map<Role, string>();
  // New people each time: requests may delete an account, take a role away or change an address.
  const renew = async (role: Role) => {
    if (role === 'visitor' || role === 'token') return;
    const [person] = await signInLearners(academy, 1);
    if (person === undefined) throw new Error('nobody was signed in');
    if (role !== 'learner') await grant(academy, person.email, role);
    bearers.set(role, person.bearer);
  };
  for (const role of ROLES) await renew(role);
  return {
    bearerOf: (role, tenantId) => (role === 'token' ? tokens[tenantId] : bearers.get(role)) ?? null,
    renew,
    secrets: () => [
      ...people.flatMap(({ password }) => password ?? []),
      ...Object.values(tokens),
      ...[...bearers.values()].map((bearer) => bearer.slice(-40)),
    ],
  };
}

async function grant(academy: RunningAcademy, email: string, role: 'pro' | 'admin'): Promise<void> {
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  const { pool, close } = connect(address, { connections: 1 });
  const change =
    role === 'admin'
      ? 'is_admin = true'
      : "pro_starts_at = now() - interval '1 day', pro_ends_at = now() + interval '1 year'";
  try {
    await pool.query(`update person set ${change} where email = $1`, [email]);
  } finally {
    await close();
  }
}

/** Roles that may make a call, so that most requests get past the policy. */
export function rolesFor({ who, ability }: Call): readonly Role[] {
  if (who === 'anyone') return ['visitor'];
  if (who === 'optional') return ['visitor', 'learner', 'pro'];
  if (who === 'user') return ['learner', 'pro', 'admin'];
  if (who === 'token') return ['token'];
  return ability === undefined ? ['admin'] : ['admin', 'token'];
}
