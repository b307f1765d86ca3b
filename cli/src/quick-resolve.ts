import { registerHooks } from 'node:module';

/**
 * Packages of ES modules with a package.json so large (drizzle-orm: 179 kB of exports) that Node.js spends half a
 * second on it at every start: it is parsed again for each of a hundred files.
 */
const PACKAGES = ['drizzle-orm'];
const INSIDE = PACKAGES.map((name) => `/node_modules/${name}/`);

/** The address of a file that another file of the same large package imports; null for all others. */
export function resolveInPackage(specifier: string, parent: string | undefined): string | null {
  if (parent === undefined || !/^\.\.?\/.*\.js$/.test(specifier)) return null;
  const url = new URL(specifier, parent).href;
  return INSIDE.some((folder) => parent.includes(folder) && url.includes(folder)) ? url : null;
}

/** From now on files of those packages are resolved without their package.json. */
export function resolveQuickly(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const url = resolveInPackage(specifier, context.parentURL);
      return url === null ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}
