import { hash } from 'node:crypto';

/**
 * A UUID derived from names: equal names give the same one, and no other names that give it can be found (RFC 9562,
 * version 8).
 *
 * @param names what it stands for; the first one is its purpose
 */
export function namedUuid(...names: string[]): string {
  const hex = hash('sha256', JSON.stringify(names), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}
