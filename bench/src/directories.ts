import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from '@academy/server/db/connect';
import { directory, directoryDomain } from '@academy/server/db/directory-tables';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { directoryTokensStore } from '@academy/server/directories/directories-tokens.store';
import { hashToken, makeToken, tokenEnd } from '@academy/server/values/token-format';
import type { RunningAcademy } from './academy.ts';
import type { Figure } from './figure.ts';

/** Requests that a directory's program makes at once. */
const AT_ONCE = 16;
/** Requests of each kind after the first synchronisation. */
const SAMPLES = 500;
const DOMAIN = 'directory.example';

/** Sends a request of the directory's program. @returns how long it took, ms, and the reply */
type Ask = (method: string, path: string, body?: object) => Promise<{ ms: number; status: number; text: string }>;

/**
 * The first synchronisation of a directory over SCIM, and what comes after it: pages, searches, people who leave.
 *
 * @param people how many the directory has
 */
export async function measureDirectories(
  academy: RunningAcademy,
  { people, log }: { people: number; log: (line: string) => void },
): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const ask = await aDirectory(academy, agent);
  try {
    log(`directories: ${people} people by ${AT_ONCE} requests at once`);
    const began = performance.now();
    const ids = await inParallel(people, async (number) => {
      const { status, text } = await ask('POST', '/Users', personOf(number));
      if (status !== 201) throw new Error(`person ${number} was answered with ${status}: ${text}`);
      return (JSON.parse(text) as { id: string }).id;
    });
    const perSecond = people / ((performance.now() - began) / 1000);

    const timed = async (make: (number: number) => Promise<{ ms: number; status: number }>) => {
      const times: number[] = [];
      for (let number = 0; number < SAMPLES; number += 1) {
        const { ms, status } = await make(number);
        if (status >= 300) throw new Error(`a request was answered with ${status}`);
        times.push(ms);
      }
      return times.sort((a, b) => a - b)[Math.ceil(SAMPLES * 0.99) - 1] ?? null;
    };
    const some = (number: number) => (number * 7_919) % people;
    log('directories: pages, searches, leavers');
    const page = await timed((number) => ask('GET', `/Users?startIndex=${some(number) + 1}&count=100`));
    const search = await timed((number) => ask('GET', filtered(`userName eq "${userNameOf(some(number))}"`)));
    const byAddress = await timed((number) =>
      ask('GET', filtered(`emails[type eq "work"].value eq "${userNameOf(some(number))}"`)),
    );
    const leaver = await timed((number) =>
      ask('PATCH', `/Users/${ids[some(number)]}`, {
        Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
      }),
    );
    const figure = (name: string, value: number | null, unit: string, target: Figure['target'] = null): Figure => ({
      ...{ area: 'directories', subject: `SCIM, ${people} people` },
      ...{ name, value, unit, target },
    });
    return [
      figure('first synchronisation', perSecond, '/s', { min: 300 }),
      figure('a page of 100, p99', page, 'ms', { max: 50 }),
      figure('a person by userName, p99', search, 'ms'),
      figure('a person by address, p99', byAddress, 'ms'),
      figure('a leaver, p99', leaver, 'ms'),
    ];
  } finally {
    agent.destroy();
  }
}

const filtered = (filter: string): string => `/Users?filter=${encodeURIComponent(filter)}`;
const userNameOf = (number: number): string => `Person.${number}@${DOMAIN}`;

/** As Entra ID sends a new person. */
function personOf(number: number): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    ...{ userName: userNameOf(number), externalId: randomUUID(), active: true, displayName: `Person ${number}` },
    name: { givenName: 'Person', familyName: `Number ${number}` },
    emails: [{ primary: true, type: 'work', value: userNameOf(number) }],
  };
}

async function inParallel<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      results[number] = await work(number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** Adds a directory with a proved domain and a token. */
async function aDirectory(academy: RunningAcademy, agent: Agent): Promise<Ask> {
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  const { db, pool } = connect(address);
  const token = makeToken();
  const client = { name: 'Bench', issuer: 'https://login.directory.example', clientId: 'academy', scopes: 'openid' };
  const [row] = await db
    .insert(directory)
    .values({ ...client, mapping: {} })
    .returning();
  const directoryId = row?.directoryId ?? '';
  await db.insert(directoryDomain).values({ directoryId, domain: DOMAIN, proof: 'proof', provedAt: new Date() });
  await directoryTokensStore(db).add(directoryId, hashToken(token), tokenEnd(new Date()));
  await pool.end();

  return async (method, path, body) => {
    const began = performance.now();
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const sent = request({
      ...{ host: '127.0.0.1', port: academy.port, method, agent, path: `/scim/v2/${directoryId}${path}` },
      headers: {
        host: `spring.localhost:${academy.port}`,
        authorization: `Bearer ${token}`,
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/scim+json', 'content-length': Buffer.byteLength(payload) }),
      },
    });
    sent.end(payload);
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return {
      ms: performance.now() - began,
      status: response.statusCode ?? 0,
      text: Buffer.concat(chunks).toString(),
    };
  };
}
