import { keySealer, openAll } from '@academy/identity/keys';
import { SealedError } from '@academy/identity/sealing';
import { keySecretsOf, type Settings } from '@academy/server/composition/settings';
import { type Connection, connect } from '@academy/server/db/connect';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { discover } from '@academy/server/identity/discovery';
import { signingKeysStore } from '@academy/server/identity/signing-keys.store';
import { explained } from '../explained-error.ts';
import { type Finding, warning, well, wrong } from './check.ts';

const CONNECT_MS = 5_000;

/** Whether the provider can be reached, and whether it says who people are. */
export async function signInFindings(settings: Settings): Promise<Finding[]> {
  if (settings.identity === 'embedded')
    return [well('The academy signs people in itself.'), ...(await signingKeyFindings(settings))];
  const { issuer } = settings;
  if (issuer === null) return [well('Another provider, whose endpoints are set.')];
  return [await endpointsFinding(issuer, settings), ...(await namelessFindings(issuer, settings))];
}

async function endpointsFinding(issuer: string, { discovery }: Settings): Promise<Finding> {
  if (discovery === 'off') return well('Another provider, whose endpoints are set.');
  try {
    await discover(issuer);
    return well(`${issuer} answers with its endpoints.`);
  } catch (error) {
    return wrong(`${(error as Error).message}.`, 'docs/how-to/external-sign-in.md lists the settings.');
  }
}

/**
 * People of whom the provider says no address. No token is here to ask its userinfo endpoint with, but what came of
 * asking stands in the database.
 */
async function namelessFindings(issuer: string, settings: Settings): Promise<Finding[]> {
  return looking(settings, async ({ pool }) => {
    const { rows } = await pool.query<{ people: number; nameless: number }>(
      `select count(*)::int as people, count(*) filter (where email = '')::int as nameless from person where issuer = $1`,
      [issuer],
    );
    const { people = 0, nameless = 0 } = rows[0] ?? {};
    if (nameless === 0) return [];
    return [
      warning(
        `${nameless} of ${people} people of this provider have no e-mail address: its access tokens leave it out, and its userinfo endpoint refuses these tokens or leaves it out, too. The log says which ("claims of a user").`,
        'Have the provider put e-mail and names into access tokens, or name the claims in ACADEMY_CLAIMS; docs/how-to/external-sign-in.md says how for Entra ID, Keycloak, Okta and Google.',
      ),
    ];
  });
}

/** Whether the key secret opens the keys that tokens are signed with: without them no server starts. */
function signingKeyFindings(settings: Settings): Promise<Finding[]> {
  const sealer = keySealer(keySecretsOf(settings));
  return looking(settings, async ({ db }) => {
    try {
      const count = await openAll(await signingKeysStore(db).list(), sealer);
      return count === 0 ? [] : [well('The key secret opens the signing keys.')];
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      const { message, nextStep } = explained(error);
      return [wrong(message, nextStep)];
    }
  });
}

/** What the database says; nothing where none runs. What is wrong with it, its own check says; a new one has no tables. */
async function looking(
  { databaseUrl, databaseDirectUrl, dataFolder }: Settings,
  look: (connection: Connection) => Promise<Finding[]>,
): Promise<Finding[]> {
  const address = databaseUrl ?? findRunningPostgres(dataFolder);
  if (address === null) return [];
  const connection = connect(address, {
    connections: 1,
    acquireTimeoutMs: CONNECT_MS,
    isPooled: databaseDirectUrl !== null,
  });
  try {
    return await look(connection);
  } catch {
    return [];
  } finally {
    await connection.close();
  }
}
