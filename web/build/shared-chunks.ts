/** What the bundler tells about a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Puts what the entry imports, directly or not, into the chunk `app`: every page needs all of it, so one file is best.
 * @param entry absolute path of the entry
 */
export function sharedWithEntry(entry: string): (id: string, modules: Modules) => string | null {
  let closure: Set<string> | null = null;
  return (id, modules) => {
    closure ??= importsOf(entry, modules);
    return closure.has(id) ? 'app' : null;
  };
}

function importsOf(entry: string, modules: Modules): Set<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
