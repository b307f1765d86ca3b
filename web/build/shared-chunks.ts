/** What the bundler tells about a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
}

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons/;
const SHELL = /[\\/]src[\\/]shell[\\/]/;
/** What comes after the first page of a lesson or a course: quizzes, labs, messages, dialogs. */
const LATER =
  /[\\/]src[\\/](screens[\\/](reviews[\\/]|lessons[\\/](quiz-|marked-question|progress-saved)|courses[\\/]restart-course)|features[\\/]lab-workspace[\\/]|ui[\\/]toast\.)/;
/** What only people who are logged in open: no reader's page pays for it. */
const GUARDED = /[\\/]src[\\/](screens[\\/](admin|account)[\\/]|ui[\\/](data-table[\\/]|download-button\.))/;

/**
 * Puts what the entry imports, directly or not, into the chunk `app`, with what nearly every screen needs beside it and
 * the icons that several places show: every page asks for all of it, so one file is best.
 * @param entry absolute path of the entry
 * @param nearlyEverywhere modules that nearly every screen imports
 */
export function sharedWithEntry(
  entry: string,
  nearlyEverywhere: RegExp,
): (id: string, modules: Modules) => string | null {
  let closure: Set<string> | null = null;
  return (id, modules) => {
    closure ??= importsOf(entry, modules);
    if (closure.has(id) || nearlyEverywhere.test(id)) return 'app';
    if (!ICON.test(id)) return null;
    const importers = modules.getModuleInfo(id)?.importers ?? [];
    // What one place shows comes with that place.
    if (importers.length < 2) return null;
    return importers.some((importer) => ![SHELL, GUARDED, LATER].some((one) => one.test(importer))) ? 'app' : null;
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
