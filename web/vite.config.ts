import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { enforceBudgets } from './build/budgets.ts';
import { clientBuild, developmentEntry, ENTRY, LOAD_WATCH } from './build/client-build.ts';
import { compressFolder } from './build/compress.ts';
import { leanContract } from './build/lean-contract.ts';
import { labPackages, leanPackages } from './build/lean-packages.ts';
import { sharedWithEntry } from './build/shared-chunks.ts';
import { shortClassNames } from './build/short-class-names.ts';
import { shortFileLists } from './build/short-file-lists.ts';
import { smallerEntry } from './build/smaller-entry.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const clientFolder = join(root, 'dist/client');

/** What reads courses and shows progress. */
const READS =
  /web[\\/]src[\\/](api[\\/](courses|use-read|progress\.|pending-store)|ui[\\/](button|ring|skeleton|tag)|sign-in[\\/]origin-address|lib[\\/](course-progress|html|lock-message|toasts))|contract[\\/]src[\\/](courses|guides|lessons|progress|entities|tenants|rules[\\/](progress|access|duration|option-names))/;

/** Builds the browser's files, then the server entry that knows them: `vite build web --app`. */
export default defineConfig(({ command }) => ({
  root,
  appType: 'custom',
  publicDir: false,
  css: { modules: { generateScopedName: shortClassNames(root) } },
  plugins: [
    react(),
    leanPackages(),
    leanContract(),
    clientBuild(clientFolder),
    developmentEntry(),
    shortFileLists(),
    smallerEntry(),
  ],
  // The shell of labs, in one file.
  worker: { format: 'iife' as const, plugins: () => [labPackages()] },
  build: {
    target: 'es2022',
    // Without it `light-dark()` is replaced by something larger (web-stack pitfall 4).
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: clientFolder,
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: {
          input: [ENTRY, LOAD_WATCH],
          // A text is needed where it is shown; as a constant it would stay where the first page gets it, too.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            // Files name each other, and every byte of that is on every page.
            chunkFileNames: 'assets/[hash:7].js',
            entryFileNames: 'assets/[hash:7].js',
            assetFileNames: 'assets/[hash:6][extname]',
            codeSplitting: {
              groups: [
                // Styles that nobody sees in the first moment: a file of their own, see `lateStyles`.
                { name: 'late', test: /\.late(\.module)?\.css$/, priority: 5 },
                // Changes rarely, so it stays in caches from release to release.
                {
                  name: 'vendor',
                  test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|wouter)[\\/]/,
                  priority: 3,
                },
                // Few files rather than many: what every page needs, and what the screens share.
                { name: sharedWithEntry(join(root, ENTRY), READS), priority: 2 },
                { name: 'forms', test: /node_modules[\\/]valibot|contract[\\/]src[\\/]email/, priority: 4 },
                {
                  name: 'covers',
                  test: /ui[\\/]cover-art(\.|[\\/](random|cover-mood|drawing))|features[\\/]instructor|lib[\\/](initials|course-href)/,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'session',
                  test: /sign-in[\\/](sign-in|finish-sign-in|sign-in-error|pkce|refresh|current-token|token-store|own-address)\./,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'certificates',
                  test: /api[\\/]certificates|features[\\/]certificates[\\/]certificate-words/,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'lists',
                  test: /features[\\/]cards/,
                  minShareCount: 2,
                  priority: 1,
                },
                // What a list screen reads comes with the screen, how it is shown comes after.
                { name: 'list-reads', test: /api[\\/]list-reads|lib[\\/]list-filters/, minShareCount: 2, priority: 2 },
                {
                  name: 'learning-paths',
                  test: /api[\\/]learning-paths|screens[\\/]learning-paths[\\/]steps-text/,
                  minShareCount: 2,
                  priority: 2,
                },
                // What late parts know of the page's state, in one file: the entry names every file that comes later.
                { name: 'states', test: /lib[\\/](loading|privacy|reachability)\./, minShareCount: 2, priority: 2 },
                // The list of alerts looks like other lists and has nothing to choose from.
                { name: 'list-looks', test: /ui[\\/]empty-list|section-banner\.module/, minShareCount: 2, priority: 3 },
                {
                  name: 'filters',
                  test: /features[\\/](lists|section-banner)|rules[\\/]filters/,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'administration',
                  includeDependenciesRecursively: false,
                  test: /features[\\/]admin-head|lib[\\/](academy-name|admin-href|chosen-academy|moments)|ui[\\/]moment|src[\\/]admin-url|(api|contract[\\/]src)[\\/]mail\./,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'reading',
                  test: /features[\\/](prose|lesson-outline|access-lock)|api[\\/](lessons|use-opening)|lesson-groups/,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // All in one file, with the production React whatever NODE_ENV says (web-stack pitfall 5).
      ...(command === 'build' && { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        outDir: join(root, 'dist/server'),
        emptyOutDir: true,
        target: 'node24',
        rolldownOptions: {
          input: 'src/entry-server.tsx',
          output: { entryFileNames: 'entry-server.js', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (client === undefined || ssr === undefined) throw new Error('Both environments are needed');
      await builder.build(client);
      await Promise.all([builder.build(ssr), compressFolder(join(clientFolder, 'assets'))]);
      enforceBudgets(clientFolder, (line) => console.info(line));
    },
  },
}));
