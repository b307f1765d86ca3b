import type { TenantScope } from '../scope.ts';
import type { ReadVersions } from './catalogue-version.ts';
import { Lru } from './lru.ts';

/**
 * Remembers what was read from a tenant's catalogue for as long as the catalogue stays as it is. The version is taken
 * before the read: a publish in between makes the entry old at once, never wrong for long.
 */
export function perVersion<Value>(versions: ReadVersions, most: number) {
  const remembered = new Lru<Promise<Value>>(most);
  return (tenantId: TenantScope, name: string, read: () => Promise<Value>): Promise<Value> => {
    const key = `${tenantId} ${versions.of(tenantId)} ${name}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const value = read();
    remembered.set(key, value);
    // A failed read must not be remembered.
    value.catch(() => remembered.delete(key));
    return value;
  };
}
