import { currentLanguage } from '@academy/contract/i18n/languages';
import { LRUCache } from 'lru-cache';
import type { TenantScope } from '../scope.ts';
import type { ReadVersions } from './catalogue-version.ts';

/** Returns a cached value by its name, or reads it. */
export interface VersionedCache<Value> {
  (tenantId: TenantScope, name: string, read: () => Promise<Value>): Promise<Value>;
  /**
   * The same for several names at once, in their order.
   *
   * @param read one value for each of the given names, in their order
   */
  all(
    tenantId: TenantScope,
    names: readonly string[],
    read: (names: string[]) => Promise<readonly Value[]>,
  ): Promise<Value[]>;
}

/**
 * Caches values read from a tenant's content, in the reader's language, until the content version is bumped. The version is taken before the read:
 * when content is published during the read, the entry is stale at once.
 *
 * @param most entries of one tenant
 */
export function versionedCache<Value>(versions: Pick<ReadVersions, 'ofContent'>, most: number): VersionedCache<Value> {
  const memories = new Map<TenantScope, { version: number; memory: LRUCache<string, Promise<Value>> }>();

  function memoryOf(tenantId: TenantScope): LRUCache<string, Promise<Value>> {
    const version = versions.ofContent(tenantId);
    const known = memories.get(tenantId);
    if (known?.version === version) return known.memory;
    const memory = new LRUCache<string, Promise<Value>>({ max: most });
    memories.set(tenantId, { version, memory });
    return memory;
  }

  function remember(memory: LRUCache<string, Promise<Value>>, name: string, value: Promise<Value>): Promise<Value> {
    memory.set(name, value);
    const forget = () => memory.delete(name);
    // Neither failures nor missing items are cached: the number of names that do not exist is unlimited.
    value.then((one) => one === null && forget(), forget);
    return value;
  }

  // A reader gets what was read in their language.
  const keyOf = (name: string) => `${currentLanguage()} ${name}`;

  const one = (tenantId: TenantScope, name: string, read: () => Promise<Value>): Promise<Value> => {
    const memory = memoryOf(tenantId);
    return memory.get(keyOf(name)) ?? remember(memory, keyOf(name), read());
  };

  return Object.assign(one, {
    all(tenantId: TenantScope, names: readonly string[], read: (names: string[]) => Promise<readonly Value[]>) {
      const memory = memoryOf(tenantId);
      const found = new Map(names.map((name) => [name, memory.get(keyOf(name))]));
      const missing = [...found].flatMap(([name, value]) => (value === undefined ? [name] : []));
      if (missing.length > 0) {
        const values = read(missing);
        for (const [at, name] of missing.entries())
          found.set(
            name,
            remember(
              memory,
              keyOf(name),
              values.then((all) => all[at] as Value),
            ),
          );
      }
      return Promise.all(names.map((name) => found.get(name) as Promise<Value>));
    },
  });
}
