import { hash } from 'node:crypto';
import { networkOf } from '@academy/identity/network';
import type { Scope } from '../values/scope.ts';

/**
 * The key under which a message is stored once: a hash of the sender, the client's key and the message. The sender is a
 * person, wherever they send from, or for visitors their network, because two visitors may use equal keys. A visitor
 * who repeats a message from another network counts as another visitor: a message stored twice does less harm than one
 * that is lost.
 *
 * @returns null without a client's key: such a message is always new
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
