import { defineConfig } from 'vitest/config';

/**
 * Two projects: `pure` needs nothing but Node, `database` gets a PostgreSQL that is started once for the whole run (and
 * not at all when no file of it is selected).
 */
export default defineConfig({
  test: {
    environment: 'node',
    // Without it one core of two would do all the work.
    maxWorkers: '100%',
    // A second, the default, is short for a server that shares two cores with other tests.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          // Colouring code for the first time takes seconds on a busy machine.
          testTimeout: 20_000,
          include: [
            '{contract,content,labs,client,web,samples}/src/**/*.test.{ts,tsx}',
            'tenants/**/*.test.ts',
            'samples/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{server,identity,cli,bench}/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/database-global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
