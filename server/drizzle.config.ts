import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` in this folder writes the next migration from the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/db/tables.ts',
    './src/db/search-tables.ts',
    './src/db/alert-tables.ts',
    './src/db/asset-tables.ts',
    './src/db/identity-tables.ts',
    './src/db/lab-tables.ts',
    './src/db/certificate-tables.ts',
    './src/db/review-tables.ts',
    './src/db/connection-tables.ts',
    './src/db/webhook-tables.ts',
    './src/db/directory-tables.ts',
    './src/db/provisioning-tables.ts',
    './src/db/group-tables.ts',
    './src/db/address-tables.ts',
    './src/db/role-tables.ts',
    './src/db/draft-tables.ts',
    './src/db/assignment-tables.ts',
    './src/db/message-tables.ts',
    './src/db/view-as-tables.ts',
    './src/db/notification-tables.ts',
    './src/db/page-view-tables.ts',
    './src/db/import-tables.ts',
    './src/db/server-tables.ts',
    './src/db/statistic-tables.ts',
  ],
  out: './migrations',
});
