import type { TenantScope } from '../scope.ts';
import type { ReadVersions } from './catalogue-version.ts';
import { Lru } from './lru.ts';

/** Reads something by its name, or remembers it. */
export interface PerVersion<Value> {
  (tenantId: TenantScope, name: string, read: () => Promise<Value>): Promise<Value>;
  /**
   * The same for several at once, in the order of their names.
   *
   * @param read one value for each of the names that it is given, in their order
   */
  all(
    tenantId: TenantScope,
    names: readonly string[],
    read: (names: string[]) => Promise<readonly Value[]>,
  ): Promise<Value[]>;
}

/**
 * Remembers what was read from a tenant's content for as long as the content stays as it is, and forgets all of it when
 * it grows. The version is taken before the read: a publish in between makes the entry old at once, never wrong for long.
 *
 * @param most entries of one tenant
 */
export function perVersion<Value>(versions: Pick<ReadVersions, 'ofContent'>, most: number): PerVersion<Value> {
  const memories = new Map<TenantScope, { version: number; memory: Lru<Promise<Value>> }>();

  function memoryOf(tenantId: TenantScope): Lru<Promise<Value>> {
    const version = versions.ofContent(tenantId);
    const known = memories.get(tenantId);
    if (known?.version === version) return known.memory;
    const memory = new Lru<Promise<Value>>(most);
    memories.set(tenantId, { version, memory });
    return memory;
  }

  function remember(memory: Lru<Promise<Value>>, name: string, value: Promise<Value>): Promise<Value> {
    memory.set(name, value);
    const forget = () => memory.delete(name);
    // Neither a failed read nor what is not there: names that lead nowhere are endless.
    value.then((one) => one === null && forget(), forget);
    return value;
  }

  const one = (tenantId: TenantScope, name: string, read: () => Promise<Value>): Promise<Value> => {
    const memory = memoryOf(tenantId);
    return memory.get(name) ?? remember(memory, name, read());
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
            remember(
              memory,
              name,
              values.then((all) => all[at] as Value),
            ),
          );
      }
      return Promise.all(names.map((name) => found.get(name) as Promise<Value>));
    },
  });
}
