import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import LongestFirst from './cli/src/testing/longest-first.ts';
import { findChromium } from './e2e/support/chromium.ts';
import { answersOfTests } from './web/testing/answers.ts';

const executablePath = findChromium();

/** Node itself imports what runs in Node, as the product does: nothing is compiled for tests. */
const importedByNode = { viteModuleRunner: false } as const;

/**
 * Four projects: `pure` and `web` need nothing but Node, `database` gets a PostgreSQL that is started once for the whole run (and
 * not at all when no file of it is selected), `components` renders `*.test.tsx` in a browser.
 */
export default defineConfig({
  test: {
    environment: 'node',
    sequence: { sequencer: LongestFirst },
    // One more than cores, because tests wait for databases, processes and time limits.
    maxWorkers: availableParallelism() + 1,
    // A second, the default, is short for a server that shares two cores with other tests.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          experimental: importedByNode,
          // Files share what they import.
          isolate: false,
          setupFiles: ['server/src/testing/file-cost-setup.ts'],
          // Colouring code for the first time takes seconds on a busy machine.
          testTimeout: 20_000,
          include: [
            '{contract,content,labs,lab-host,lab-engine,client,samples}/src/**/*.test.ts',
            'tenants/**/*.test.ts',
            'samples/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        // The stores of a page are of a module: each file has its own modules, in a process that files share.
        test: {
          name: 'web',
          isolate: false,
          testTimeout: 20_000,
          setupFiles: ['web/testing/own-modules-setup.ts', 'server/src/testing/file-cost-setup.ts'],
          include: ['web/src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          experimental: importedByNode,
          // Files share what they import: importing the server again for each of them took longer than their tests.
          isolate: false,
          include: ['{server,identity,cli,bench}/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/database-global-setup.ts'],
          setupFiles: [
            'server/src/testing/file-cost-setup.ts',
            'server/src/testing/after-file-setup.ts',
            'server/src/testing/password-cost-setup.ts',
          ],
          // Long enough for a machine that does other work as well: calls of the database wait for their turn.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        root: 'web',
        plugins: [answersOfTests()],
        // As in the build: no browser has Node's zlib.
        resolve: { alias: { 'node:zlib': new URL('web/build/no-zlib.ts', import.meta.url).pathname } },
        // Named beforehand: a package that Vite finds during the run makes the browser load every file again.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'vitest-browser-react/pure',
            '@tanstack/react-query',
            '@xterm/addon-fit',
            '@xterm/addon-unicode11',
            '@xterm/xterm',
            'just-bash/browser',
            'lucide-react',
            'valibot',
            'wouter',
          ],
        },
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['testing/component-setup.ts'],
          testTimeout: 20_000,
          // The stores of a page are of a page.
          isolate: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                ...(executablePath === undefined ? {} : { executablePath }),
                args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
