import { directory, directoryDomain } from '../db/directory-tables.ts';
import { directoryTokensStore } from '../directories/directories-tokens.store.ts';
import type { TestApp } from '../testing/start-app.ts';
import type { Sample } from './permission-records.ts';

const MAPPING = {
  ...{ email: 'email', firstName: 'given_name', lastName: 'family_name' },
  ...{ trustsAddresses: false, pro: null },
};
const CLIENT = { issuer: 'https://login.acme.example', clientId: 'academy' };
const DOMAIN = 'acme.example';
const INPUT = { name: 'Acme', ...CLIENT, domains: [DOMAIN] };

/** The TXT record of the directories of these tests. */
export const DIRECTORY_RECORDS = new Map([[`_academy-directory.${DOMAIN}`, 'the proof']]);

async function aDirectory({ database: { db } }: TestApp): Promise<{ directoryId: string }> {
  const given = { name: 'Acme', ...CLIENT, scopes: 'openid', mapping: MAPPING };
  const [row] = await db.insert(directory).values(given).returning();
  const directoryId = row?.directoryId ?? '';
  // A domain has one directory that has proved it.
  await db.delete(directoryDomain);
  await db.insert(directoryDomain).values({ directoryId, domain: DOMAIN, proof: 'the proof' });
  return { directoryId };
}

/** Inputs of the calls about directories with which a permitted principal succeeds. */
export const directorySamples: Readonly<Record<string, Sample>> = {
  createDirectory: async () => ({ body: INPUT }),
  updateDirectory: async (app) => ({ params: await aDirectory(app), body: INPUT }),
  deleteDirectory: async (app) => ({ params: await aDirectory(app) }),
  proveDirectoryDomain: async (app) => ({ params: await aDirectory(app), body: { domain: DOMAIN } }),
  listDirectoryTokens: async (app) => ({ params: await aDirectory(app) }),
  createDirectoryToken: async (app) => ({ params: await aDirectory(app), body: {} }),
  deleteDirectoryToken: async (app) => {
    const { directoryId } = await aDirectory(app);
    const { tokenId } = await directoryTokensStore(app.database.db).add(directoryId, crypto.randomUUID(), new Date());
    return { params: { directoryId, tokenId } };
  },
  tryDirectory: async (app) => ({ params: await aDirectory(app) }),
};
