import { hash } from 'node:crypto';
import { networkOf } from '@academy/identity/network';
import type { Scope } from '../scope.ts';

/**
 * The name under which a message is kept once. It stands for the sender, the client's key and what was sent: a visitor has
 * nothing to prove who they are, and keys of two visitors may be the same. A person is the sender from wherever they send,
 * a visitor from one network; who sends the same from another one is taken for another visitor, because a message that is
 * kept twice does less harm than one that is lost.
 *
 * @returns null without a key: such a message is new in any case
 */
export function keptOnceUnder(
  { actor, address, tenantId }: Scope,
  key: string | undefined,
  sent: { tenantId?: string | undefined },
): string | null {
  if (key === undefined) return null;
  // A body may name its academy or leave that to the header: it is the same message.
  const { tenantId: _named, ...message } = sent;
  const sender = actor === null ? ['visitor', networkOf(address ?? '')] : ['person', actor.personId];
  return hash('sha256', JSON.stringify([sender, key, tenantId, message]), 'base64url');
}
