/** What the bundler tells about a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
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

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons/;
const SHELL = /[\\/]src[\\/]shell[\\/]/;

/** Puts modules that match, and the icons that screens show, into one chunk; icons of the shell alone stay with it. */
export function sharedByScreens(modules: RegExp, name: string): (id: string, graph: Modules) => string | null {
  return (id, graph) => {
    if (modules.test(id)) return name;
    if (!ICON.test(id)) return null;
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    return importers.some((importer) => !SHELL.test(importer)) ? name : null;
  };
}
