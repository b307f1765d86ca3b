import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { enforceBudgets } from './build/budgets.ts';
import { clientBuild, developmentEntry, ENTRY, LOAD_WATCH } from './build/client-build.ts';
import { compressFolder } from './build/compress.ts';

/** What every page uses and what changes rarely: one file, which stays in caches from release to release. */
const LIBRARIES = ['react', 'react-dom', 'scheduler', '@tanstack', 'wouter'];
/** What so many screens share is one file too, so that a page does not ask for dozens of small ones. */
const SHARED_BY_SCREENS = 5;

const root = fileURLToPath(new URL('.', import.meta.url));
const clientFolder = join(root, 'dist/client');

/** Builds the browser's files, then the server entry that knows them: `vite build web --app`. */
export default defineConfig(({ command }) => ({
  root,
  appType: 'custom',
  publicDir: false,
  plugins: [react(), clientBuild(clientFolder), developmentEntry()],
  // The shell of labs, in one file. No browser has Node's zlib, and browser labs do not unpack files.
  worker: { format: 'iife' as const },
  resolve: { alias: { 'node:zlib': join(root, 'build/no-zlib.ts') } },
  build: {
    target: 'es2022',
    // Without it `light-dark()` is replaced by something larger.
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
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: (id) => LIBRARIES.some((name) => id.includes(`/node_modules/${name}/`)),
                  priority: 1,
                },
                { name: 'shared', minShareCount: SHARED_BY_SCREENS },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // All in one file, with the production React whatever NODE_ENV says.
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
