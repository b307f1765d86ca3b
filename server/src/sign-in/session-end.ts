import type { SessionEnd } from '@academy/contract/sign-in';
import { LIFETIMES } from '@academy/identity/provider';
import type { SessionIdentity } from '../people/people.service.ts';

/**
 * Why the embedded provider no longer renews a session.
 *
 * @param last what its last access token stated
 * @param now ms since 1970
 */
export function sessionEndOf(
  { issuedAt, authenticatedAt }: Pick<SessionIdentity, 'issuedAt' | 'authenticatedAt'>,
  hasAccount: boolean,
  now: number,
): SessionEnd {
  if (!hasAccount) return 'removed';
  const unused = issuedAt + LIFETIMES.refreshTokenIdle * 1000;
  const oldest = (authenticatedAt ?? issuedAt) + LIFETIMES.refreshToken * 1000;
  return now < Math.min(unused, oldest) ? 'ended' : 'expired';
}
