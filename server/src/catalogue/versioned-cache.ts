import { currentLanguage } from '@academy/contract/i18n/languages';
import { bytesOfValue } from '../memory/bytes-of-value.ts';
import { serverMemory } from '../memory/memory-plan.ts';
import type { TenantScope } from '../values/scope.ts';
import { type CatalogueCache, type CataloguePart, catalogueCache } from './catalogue-cache.ts';
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

/** Numbers of the caches, which share one memory. */
let made = 0;

/**
 * Caches values read from a tenant's content, in the reader's language, until the content version is bumped. The version is taken before the read:
 * when content is published during the read, the entry is stale at once. Failures are not cached.
 *
 * @param cached left out, the cache of the catalogue; values with an unlimited number of names need one of their own
 */
export function versionedCache<Value>(
  versions: Pick<ReadVersions, 'ofContent' | 'cached'>,
  cached: CatalogueCache = versions.cached ?? catalogueCache(serverMemory().caches),
): VersionedCache<Value> {
  made += 1;
  const number = made;

  /** The part of the cache that one read uses. */
  function memoryOf(tenantId: TenantScope) {
    const version = versions.ofContent(tenantId);
    // A reader gets what was read in their language.
    const keyOf = (name: string) => `${number} ${tenantId} ${currentLanguage()} ${name}`;
    return {
      get(name: string): Promise<Value> | undefined {
        const known = cached.get(keyOf(name));
        return known?.version === version ? (known.value as Promise<Value>) : undefined;
      },
      remember(name: string, value: Promise<Value>): Promise<Value> {
        const key = keyOf(name);
        const part: CataloguePart = { version, value, bytes: 0 };
        cached.set(key, part);
        const isPresent = () => cached.get(key) === part;
        const forget = () => isPresent() && cached.delete(key);
        value.then((one) => {
          // Neither failures nor missing items are cached: the number of names that do not exist is unlimited.
          if (one === null) forget();
          // A new object: the cache counts the bytes of one that it has no second time.
          else if (isPresent()) cached.set(key, { ...part, bytes: bytesOfValue(one) });
        }, forget);
        return value;
      },
    };
  }

  const one = (tenantId: TenantScope, name: string, read: () => Promise<Value>): Promise<Value> => {
    const memory = memoryOf(tenantId);
    return memory.get(name) ?? memory.remember(name, read());
  };

  return Object.assign(one, {
    all(tenantId: TenantScope, names: readonly string[], read: (names: string[]) => Promise<readonly Value[]>) {
      const memory = memoryOf(tenantId);
      const found = new Map(names.map((name) => [name, memory.get(name)]));
      const missing = [...found].flatMap(([name, value]) => (value === undefined ? [name] : []));
      if (missing.length > 0) {
        const values = read(missing);
        for (const [at, name] of missing.entries())
          found.set(
            name,
            memory.remember(
              name,
              values.then((all) => all[at] as Value),
            ),
          );
      }
      return Promise.all(names.map((name) => found.get(name) as Promise<Value>));
    },
  });
}
