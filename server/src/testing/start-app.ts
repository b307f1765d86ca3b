import type { PackedItem } from '@academy/content/pack';
import type { Ability } from '@academy/contract/abilities';
import type { Call, CallInput } from '@academy/contract/call';
import { API_BASE_PATH } from '@academy/contract/constants';
import type { Envelope } from '@academy/contract/envelope';
import { callAddress } from '@academy/contract/rules/call-address';
import type { HeldRole } from '@academy/contract/rules/held-roles';
import { loadTenants } from '@academy/tenants';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createLocalJWKSet, exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { pino } from 'pino';
import { containersOf } from '../analytics/container.ts';
import { addressesOf } from '../composition/addresses-of.ts';
import { type App, buildApp } from '../composition/app.ts';
import type { AppOptions } from '../composition/app-options.ts';
import { bearersOf } from '../composition/bearers.ts';
import { readSettings } from '../composition/read-settings.ts';
import type { SettingsOverrides } from '../composition/settings.ts';
import { account } from '../db/identity-tables.ts';
import { roleGrant } from '../db/role-tables.ts';
import { person } from '../db/tables.ts';
import { bearerVerifier, EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { connectProvider } from '../identity/external-provider.ts';
import { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { itemBuilds } from '../publishing/item-builds.ts';
import { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import type { TenantScope } from '../values/scope.ts';
import { hashToken, makeToken, tokenEnd } from '../values/token-format.ts';
import { impersonationStore } from '../view-as/view-as.store.ts';
import type { CourseFiles } from './a-course.ts';
import { afterFile } from './after-file.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { starting } from './file-cost.ts';

const AUDIENCE = 'academy-tests';

export interface TestPerson {
  personId: string;
  email: string;
  /** Makes a bearer; `override` makes one of its properties wrong. */
  bearer(override?: BearerOverride): Promise<string>;
}

export interface BearerOverride {
  issuer?: string;
  audience?: string;
  type?: string | null;
  /** Seconds from now. */
  expiresIn?: number;
  grantId?: string;
  /** Seconds from now; left out: always. */
  notBefore?: number;
  /** Signed with another key. */
  forged?: boolean;
  /** Not signed at all (`alg: none`). */
  unsigned?: boolean;
  /** Additional or replaced claims. */
  claims?: Record<string, unknown>;
}

export interface TestApp extends App {
  database: TestDatabase;
  /** Makes a person: a learner, or with a role. */
  aPerson(role?: {
    pro?: boolean;
    expiredPro?: boolean;
    admin?: boolean;
    roles?: readonly HeldRole[];
  }): Promise<TestPerson>;
  /** Makes a personal access token of a person. */
  aToken(of: TestPerson, tenantId: string, abilities: readonly Ability[], scopes?: readonly string[]): Promise<string>;
  /** Makes a call over HTTP. */
  call<C extends Call>(
    call: C,
    input: CallInput<C>,
    as?: { tenant?: string; bearer?: string; headers?: Record<string, string> },
  ): Promise<{ status: number; body: Envelope<unknown>; response: LightMyRequestResponse }>;
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  endedGrants: Set<string>;
  /** Signs bearers, and forges them. */
  keyPairs: readonly [GenerateKeyPairResult, GenerateKeyPairResult];
  configs: RuntimeConfigs;
}

/** Publishes an item of any kind as the sample academy is published. */
export async function publishItem(app: TestApp, tenantId: string, { kind, id, files, options }: PackedItem) {
  return app.publishing.publish(
    { tenantId: tenantId as TenantScope, kind, id, by: null, dryRun: false, strict: false },
    files,
    options,
  );
}

/** Publishes a course as the sample academy is published. */
export const publishCourse = (app: TestApp, tenantId: string, course: CourseFiles) =>
  publishItem(app, tenantId, { kind: 'course', ...course });

/** Made once, for all files of a worker: making such keys takes as long as the rest of a start. */
const KEY_PAIRS = Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);

export interface StartAppOptions {
  /** Address of the person who becomes the first administrator. */
  firstAdmin?: string;
  /** Recipients of members' requests, by tenant. */
  contactAddresses?: Record<string, string>;
  /** Origins of tenants that are also served by a static host. */
  staticOrigins?: Record<string, string>;
  /** Settings of the analytics container. */
  analytics?: SettingsOverrides;
  limits?: Partial<AppOptions['limits']>;
  web?: AppOptions['web'];
  /** Settings of an external provider, in place of the key of the test. */
  external?: Record<string, string>;
  /** TXT records by name, as the DNS has them; an error is what the name server answers. */
  txtRecords?: Map<string, string | Error>;
  /** Hosts of providers on this machine. */
  directoryHosts?: string[];
  /** Hosts that webhooks may be sent to. */
  webhookHosts?: string[];
  sendsWebhooks?: boolean;
  /** Sends notifications by itself; left out, tests trigger it. */
  sendsNotifications?: boolean;
  /** As with the embedded provider: accounts can be created. */
  keepsAccounts?: boolean;
  /** Its logger; none when left out. */
  log?: AppOptions['log'];
  /** Whether there is space on the disk of the database; always when left out. */
  hasSpace?: AppOptions['hasSpace'];
  /** Lab engines; the learner's own browser when left out. */
  labs?: AppOptions['labs'];
  metrics?: AppOptions['metrics'];
  replicas?: AppOptions['replicas'];
  /** Another server of the same academy: with its database, keys and log-ins. */
  beside?: TestApp;
  tracing?: AppOptions['tracing'];
  slowStatementMs?: number;
  trustProxy?: AppOptions['trustProxy'];
  sharedCounts?: AppOptions['sharedCounts'];
  /** The content store; all files are in the database when left out. */
  fileStore?: AppOptions['fileStore'];
  /** Migrated and empty; left out, a new one on the PostgreSQL of this run. */
  database?: TestDatabase;
}

/**
 * The application as in production, on a database of its own, with every reply validated against its contract. Sessions
 * are signed by a key of the test; the provider has tests of its own.
 */
export const startApp = (options: StartAppOptions = {}): Promise<TestApp> => starting(() => start(options));

async function start(options: StartAppOptions): Promise<TestApp> {
  const { beside } = options;
  const database = options.database ?? beside?.database ?? (await testDatabase());
  const tenants = await loadTenants();
  const settings = readSettings(options.external ?? {}, { staticOrigins: options.staticOrigins, ...options.analytics });
  const addresses = addressesOf(settings, 3000, [...tenants.keys()]);
  const keyPairs = await KEY_PAIRS;
  const endedGrants = beside?.endedGrants ?? new Set<string>();
  const log = options.log ?? pino({ level: 'silent' });
  const configs = new RuntimeConfigs(
    { ...addresses, environment: 'local', scopes: settings.scopes, brightcove: null },
    containersOf(settings),
  );
  const external =
    options.external === undefined
      ? undefined
      : await connectProvider(settings, addresses, log, (endpoints) => configs.useEndpoints(endpoints));
  const clientIds = Object.values(addresses.clientIds);
  const verify = bearerVerifier(
    external === undefined
      ? { audience: AUDIENCE, clientIds, identity: await identityOfTests(addresses.issuer, keyPairs, endedGrants) }
      : { audience: addresses.audiences, clientIds, external },
  );
  const tokens = personalAccessTokensStore(database.db);

  const app = await buildApp({
    db: database.db,
    pool: database.pool,
    tenants,
    configs,
    bearers: bearersOf(verify, tokens, impersonationStore(database.db), log, external),
    async endGrant(grantId) {
      endedGrants.add(grantId);
      verify.forget(grantId);
    },
    forgetSessions: () => verify.forget(),
    keySecrets: {},
    securityUrl: addresses.securityUrl,
    addIdentity: options.keepsAccounts ? () => undefined : null,
    web: options.web ?? null,
    log,
    allowedOrigins: addresses.allowedOrigins,
    hasPagesElsewhere: settings.staticOrigins !== null,
    trustProxy: options.trustProxy ?? false,
    https: false,
    limits: { ...settings, ...options.limits },
    hasSpace: options.hasSpace ?? (() => true),
    hasMailServer: true,
    contactAddresses: options.contactAddresses ?? {},
    mailbox: true,
    firstAdmin: options.firstAdmin ?? null,
    labs: options.labs ?? { engines: {}, portals: [] },
    fileStore: options.fileStore ?? { store: null, writesToStore: false, redirects: null },
    builds: itemBuilds({ packedBytes: settings.contentPushBytes, pictureFolder: null, onFailure: () => undefined }),
    // By this clock a computation takes no time: none is cached, so a request sees what the test did before it.
    statistics: { waitMs: 60_000, clock: () => 0 },
    directoryHosts: options.directoryHosts ?? [],
    txtRecords: async (name) => {
      const found = options.txtRecords?.get(name) ?? '';
      if (found instanceof Error) throw found;
      return [[found]];
    },
    webhookHosts: options.webhookHosts ?? [],
    webhooksEveryMs: options.sendsWebhooks === false ? null : 50,
    newsWaitMinutes: 10,
    sendsNotifications: options.sendsNotifications ?? false,
    checkReplies: true,
    version: 'test',
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    ...(options.sharedCounts === undefined ? {} : { sharedCounts: options.sharedCounts }),
    ...(options.replicas === undefined ? {} : { replicas: options.replicas }),
    tracing: options.tracing,
    slowStatementMs: options.slowStatementMs ?? settings.slowStatementMs,
  });
  await app.server.ready();
  afterFile(() => {
    external?.close();
    return app.server.close();
  });

  return {
    ...app,
    configs,
    database,
    endedGrants,
    keyPairs,
    aPerson: peopleOf(database, addresses.issuer, keyPairs),

    async aToken(of, tenantId, abilities, scopes) {
      const token = makeToken();
      await tokens.createToken({
        personId: of.personId,
        tenantId,
        name: `token ${token.slice(-6)}`,
        abilities,
        scopes: scopes ?? null,
        tokenHash: hashToken(token),
        expiresAt: tokenEnd(new Date()),
      });
      return token;
    },

    call: callsOf(app.server),

    request: (request) => app.server.inject(request),
  };
}

/** What the embedded provider tells those that check bearers, with the keys of the tests. */
async function identityOfTests(issuer: string, [{ publicKey }]: TestApp['keyPairs'], endedGrants: Set<string>) {
  const keySet = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }] };
  return {
    issuer,
    keys: () => keySet,
    freshKeys: async () => keySet,
    verificationKey: createLocalJWKSet(keySet),
    grantIsLive: async (grantId: string) => !endedGrants.has(grantId),
  };
}

/** Makes people whose bearers the first of the keys signs, and the second one forges. */
function peopleOf(
  database: TestDatabase,
  issuer: string,
  [{ privateKey }, stranger]: TestApp['keyPairs'],
): TestApp['aPerson'] {
  return async (role = {}) => {
    const subject = crypto.randomUUID();
    const email = `person-${subject}@example.org`;
    const day = 86_400_000;
    const pro =
      role.pro || role.expiredPro
        ? {
            proStartsAt: new Date(Date.now() - 30 * day),
            proEndsAt: new Date(Date.now() + (role.expiredPro ? -day : day)),
          }
        : {};
    const names = { email, firstName: 'Test', lastName: 'Person', emailVerified: true };
    // These tests do not log in with a password.
    await database.db.insert(account).values({ accountId: subject, ...names, passwordHash: '' });
    const rows = await database.db
      .insert(person)
      .values({ issuer: EMBEDDED_ISSUER, subject, ...names, isAdmin: role.admin ?? false, ...pro })
      .returning({ personId: person.personId });
    const personId = rows[0]?.personId ?? '';
    for (const held of role.roles ?? []) await database.db.insert(roleGrant).values({ personId, ...held });
    return {
      personId,
      email,
      bearer: (override = {}) => {
        const now = Math.floor(Date.now() / 1000);
        const claims = {
          email,
          email_verified: true,
          given_name: names.firstName,
          family_name: names.lastName,
          grant_id: override.grantId ?? 'grant',
          auth_time: now - 60,
        };
        const fill = <T extends SignJWT | UnsecuredJWT>(jwt: T): T => {
          jwt
            .setSubject(subject)
            .setIssuer(override.issuer ?? issuer)
            .setAudience(override.audience ?? AUDIENCE)
            .setIssuedAt(now - 60)
            .setExpirationTime(now + (override.expiresIn ?? 600));
          if (override.notBefore !== undefined) jwt.setNotBefore(now + override.notBefore);
          return jwt;
        };
        const all = { ...claims, ...override.claims };
        if (override.unsigned) return Promise.resolve(fill(new UnsecuredJWT(all)).encode());
        const typ = override.type === null ? {} : { typ: override.type ?? 'at+jwt' };
        return fill(new SignJWT(all))
          .setProtectedHeader({ alg: 'RS256', kid: 'test', ...typ })
          .sign(override.forged ? stranger.privateKey : privateKey);
      },
    };
  };
}

function callsOf(server: TestApp['server']): TestApp['call'] {
  return async (call, input, as = {}) => {
    const given = input as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      headers?: Record<string, string>;
      body?: object | null;
    };
    const response = await server.inject({
      method: call.method,
      url: `${API_BASE_PATH}${callAddress(call, given)}`,
      headers: {
        host: 'spring.localhost:3000',
        ...(given.body === null ? { 'content-type': 'application/json' } : {}),
        ...(as.tenant === undefined ? {} : { tenantid: as.tenant }),
        ...(as.bearer === undefined ? {} : { authorization: `Bearer ${as.bearer}` }),
        ...given.headers,
        ...as.headers,
      },
      ...(given.body === undefined ? {} : { payload: given.body ?? 'null' }),
    });
    // A file is wrapped in an envelope, so that tests read one form of reply.
    const isFile = response.headers['content-disposition'] !== undefined;
    const file = { success: true, data: response.body, errors: [], correlationId: '', message: null };
    return { status: response.statusCode, body: isFile ? file : (response.json() as Envelope<unknown>), response };
  };
}
