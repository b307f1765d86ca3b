import { directory, directoryDomain } from '../db/directory-tables.ts';
import { directoryTokensStore } from '../directories/directories-tokens.store.ts';
import type { TestApp } from '../testing/start-app.ts';
import { hashToken, makeToken } from '../values/token-format.ts';

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const CLIENT = { issuer: 'https://login.acme.example', clientId: 'academy', scopes: 'openid' };
const MAPPING = { email: 'email', firstName: 'given_name', lastName: 'family_name', trustsAddresses: false, pro: null };

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what programs of directories read
  body: any;
  headers: Record<string, unknown>;
}

export interface TestDirectory {
  directoryId: string;
  token: string;
  /** A request of the directory's program. */
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    more?: Headers,
  ): Promise<Answer>;
  /** Changes parts of a resource. */
  patch(path: string, ...operations: object[]): Promise<Answer>;
  /** Adds a person. @returns the id */
  person(userName: string, more?: object): Promise<string>;
}
type Headers = Record<string, string>;

/** A directory that has proved its domain, with a token, and its program. */
export async function aDirectory(app: TestApp, domain = 'acme.example'): Promise<TestDirectory> {
  const { db } = app.database;
  const [row] = await db
    .insert(directory)
    .values({ name: 'Acme', ...CLIENT, mapping: MAPPING })
    .returning();
  const directoryId = row?.directoryId ?? '';
  await db.insert(directoryDomain).values({ directoryId, domain, proof: 'proof', provedAt: new Date() });
  const token = makeToken();
  await directoryTokensStore(db).add(directoryId, hashToken(token), new Date(Date.now() + 86_400_000));

  const ask: TestDirectory['ask'] = async (method, path, body, more = {}) => {
    const response = await app.request({
      method,
      url: `/scim/v2/${directoryId}${path}`,
      headers: {
        host: 'spring.localhost:3000',
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...more,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? null : JSON.parse(response.body),
      headers: response.headers,
    };
  };
  return {
    ...{ directoryId, token, ask },
    patch: (path, ...operations) => ask('PATCH', path, { schemas: [PATCH_OP], Operations: operations }),
    async person(userName, more = {}) {
      const { status, body } = await ask('POST', '/Users', { userName, ...more });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body.id as string;
    },
  };
}
