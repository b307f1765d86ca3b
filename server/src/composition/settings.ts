import { EmailSchema } from '@academy/contract/email';
import type { SealingSecrets } from '@academy/identity/sealing';
import * as v from 'valibot';
import { ANALYTICS_SETTINGS } from '../analytics/analytics-settings.ts';
import { FILE_STORE_SETTINGS } from '../file-store/file-store-settings.ts';
import { LAB_SETTINGS } from '../labs/lab-settings.ts';
import { MEMORY_SETTINGS } from '../memory/memory-settings.ts';
import { RETENTION_SETTINGS } from '../retention/retention-settings.ts';
import { SERVER_SETTINGS } from '../servers/server-settings.ts';
import { type Setting, setting } from '../settings/setting.ts';
import {
  ENVIRONMENTS,
  hostList,
  isLoopback,
  list,
  listenAddress,
  named,
  networkList,
  oneOf,
  origin,
  PROXY_NETWORKS,
  perTenant,
  postgresAddress,
  redisAddress,
  smtpAddress,
  text,
  webAddress,
  webAddressOrNone,
  wholeNumber,
} from '../settings/setting-types.ts';
import { TRACING_SETTINGS } from '../tracing/tracing-settings.ts';

const none = null;

/** All settings of the server: the one place that names, checks and explains them. */
export const SETTINGS = {
  environment: setting(
    'ACADEMY_ENVIRONMENT',
    oneOf(ENVIRONMENTS),
    'local' as const,
    'Where the academy runs. `local` has sample people, listens on this machine only and derives all addresses from the port.',
  ),
  host: setting('ACADEMY_HOST', text(), '127.0.0.1', 'Address that the server listens on.'),
  port: setting('PORT', wholeNumber(0, 65_535), 3000, 'Port that the server listens on; 0 takes any free one.'),
  dataFolder: setting(
    'ACADEMY_DATA',
    text(),
    './.academy',
    'Folder of everything the server keeps: embedded database, local tokens, sample people.',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    postgresAddress(),
    none,
    'A PostgreSQL server to use in place of the embedded one.',
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    postgresAddress(),
    none,
    'The same database without a pooler, where `DATABASE_URL` leads to one in transaction mode (pgbouncer): for notifications between servers, migrations, backups and commands.',
  ),
  databaseReplicaUrls: setting(
    'DATABASE_REPLICA_URLS',
    v.pipe(list(), v.array(postgresAddress())),
    [] as string[],
    'Read-only replicas of the database of `DATABASE_URL`, with commas between: what visitors read of the catalogue, search and files comes from them as long as they are up to date.',
  ),
  postgres: setting(
    'ACADEMY_POSTGRES',
    oneOf(['embedded', 'system']),
    'embedded' as const,
    'Which PostgreSQL programs run the embedded database: those from npm, or those of this machine (14 or newer).',
  ),
  databaseConnections: setting(
    'ACADEMY_DATABASE_CONNECTIONS',
    wholeNumber(2, 500),
    20,
    'Most database connections of one server.',
  ),
  redisUrl: setting(
    'REDIS_URL',
    redisAddress(),
    none,
    'A Redis or Valkey server in which all servers count calls together (`ACADEMY_ANONYMOUS_PER_MINUTE`, `ACADEMY_SIGNED_IN_PER_MINUTE` and reports of browsers); without it, and while it is away, each server counts for itself. It keeps nothing else.',
  ),
  tenantOrigins: setting(
    'ACADEMY_TENANT_ORIGINS',
    perTenant(origin()),
    none,
    'Public address of each tenant: `spring=https://spring.example.org,kube=https://kube.example.org`. Required outside `local`.',
  ),
  issuer: setting(
    'ACADEMY_ISSUER',
    webAddress(),
    none,
    'Issuer of the tokens, exactly as they name it: with or without `/` at its end. Required outside `local`; with the embedded provider its path is `/idp/`.',
  ),
  identity: setting(
    'ACADEMY_IDENTITY',
    oneOf(['embedded', 'external']),
    none,
    'Who signs people in: the embedded provider (default in `local`), or another one (default everywhere else).',
  ),
  clientIds: setting(
    'ACADEMY_CLIENT_IDS',
    perTenant(text()),
    none,
    'Client id of each tenant at the external provider; `academy-<tenant>` when left out.',
  ),
  audience: setting(
    'ACADEMY_AUDIENCE',
    list(),
    [] as string[],
    'Audience of access tokens; several with commas between, of which a token must name one. With an external provider it is required.',
  ),
  audienceClaim: setting(
    'ACADEMY_AUDIENCE_CLAIM',
    v.pipe(text(), v.regex(/^[\w.:/-]{1,100}$/, 'must be the name of a claim')),
    'aud',
    'Claim of access tokens that is held against `ACADEMY_AUDIENCE`, for external providers that put something else into `aud`.',
  ),
  accessTokenType: setting(
    'ACADEMY_ACCESS_TOKEN_TYPE',
    text(),
    'at+jwt',
    'Header type of access tokens; other providers may write `JWT`, or none at all (`none`).',
  ),
  signingAlgorithms: setting(
    'ACADEMY_SIGNING_ALGORITHMS',
    v.pipe(list(), v.array(oneOf(['RS256', 'PS256', 'ES256', 'EdDSA'])), v.minLength(1, 'is empty')),
    ['RS256'] as ('RS256' | 'PS256' | 'ES256' | 'EdDSA')[],
    'Algorithms with which an external provider may sign: some of `RS256`, `PS256`, `ES256`, `EdDSA`.',
  ),
  claims: setting(
    'ACADEMY_CLAIMS',
    named(['email', 'emailVerified', 'firstName', 'lastName', 'name']),
    none,
    'Names of an external provider’s claims where they are not the standard’s: `email=mail,firstName=forename`. The names are `email`, `emailVerified`, `firstName`, `lastName` and `name`, which is split where the first two are missing.',
  ),
  scopes: setting('ACADEMY_SCOPES', text(), 'openid profile email', 'Scopes that sign-in asks for.'),
  discovery: setting(
    'ACADEMY_DISCOVERY',
    oneOf(['on', 'off']),
    'on' as const,
    'Whether an external provider is asked for its endpoints at `<issuer>/.well-known/openid-configuration`; the settings of single endpoints win.',
  ),
  authorizeUrl: setting(
    'ACADEMY_AUTHORIZE_URL',
    webAddress(),
    none,
    'Authorization endpoint; without discovery `<issuer>/oauth2/v1/authorize` when left out.',
  ),
  tokenUrl: setting(
    'ACADEMY_TOKEN_URL',
    webAddress(),
    none,
    'Token endpoint; without discovery `<issuer>/oauth2/v1/token` when left out.',
  ),
  logoutUrl: setting(
    'ACADEMY_LOGOUT_URL',
    webAddressOrNone(),
    none,
    'Log-out endpoint of the provider, or `none`; without discovery `<issuer>/oauth2/v1/logout` when left out.',
  ),
  logoutHint: setting(
    'ACADEMY_LOGOUT_HINT',
    oneOf(['on', 'off']),
    'off' as const,
    'Whether log-out sends the id token along (`id_token_hint`), which some providers want before they lead back.',
  ),
  keysUrl: setting(
    'ACADEMY_KEYS_URL',
    webAddress(),
    none,
    'Key set of the provider; without discovery `<issuer>/oauth2/v1/keys` when left out.',
  ),
  userinfoUrl: setting(
    'ACADEMY_USERINFO_URL',
    webAddressOrNone(),
    none,
    'Where an external provider is asked for name and e-mail address when access tokens leave them out, or `none`; without discovery `<issuer>/oauth2/v1/userinfo` when left out.',
  ),
  keySecret: setting(
    'ACADEMY_KEY_SECRET',
    v.pipe(text(), v.minLength(32, 'must have at least 32 characters')),
    none,
    'Secret that encrypts the embedded provider’s signing keys and second factors in the database.',
  ),
  keySecretBefore: setting(
    'ACADEMY_KEY_SECRET_BEFORE',
    v.pipe(text(), v.minLength(32, 'must have at least 32 characters')),
    none,
    'While the key secret is being changed: the former one, which opens what it has encrypted.',
  ),
  registrationUrl: setting(
    'ACADEMY_REGISTRATION_URL',
    webAddress(),
    none,
    'Registration page; the embedded provider’s own when left out.',
  ),
  accountUrl: setting(
    'ACADEMY_ACCOUNT_URL',
    webAddress(),
    none,
    'External profile page behind "My Account"; the academy’s own page `/account` when left out. With an external provider `/account` links to it for password, address and second factor.',
  ),
  firstAdmin: setting(
    'ACADEMY_FIRST_ADMIN',
    EmailSchema,
    none,
    'Who becomes the first administrator: the person who signs in with this verified address while there is no administrator at all.',
  ),
  smtpUrl: setting(
    'ACADEMY_SMTP_URL',
    smtpAddress(),
    none,
    'Mail server: `smtp://user:password@host:587` (TLS by STARTTLS) or `smtps://user:password@host:465`. With the embedded provider required outside `local`; in `local` without it mail is only shown at `/mailbox`. `?starttls=optional` at its end permits a server without TLS; on this machine that is always so.',
  ),
  mailFrom: setting('ACADEMY_MAIL_FROM', EmailSchema, none, 'Address that mail comes from; its name is the academy’s.'),
  contactAddresses: setting(
    'ACADEMY_CONTACT_ADDRESSES',
    perTenant(EmailSchema),
    none,
    'Who gets contact messages, feedback and requests for exam vouchers of a tenant that has no verified address of its own at `/email`: `spring=team@example.org,kube=team@example.org`. For a tenant without either, the administrators are notified.',
  ),
  newsWaitMinutes: setting(
    'ACADEMY_NEWS_WAIT_MINUTES',
    wholeNumber(0, 1440),
    10,
    'Minutes without new lessons after which learners who follow their courses are notified, so that what is published together is one notification.',
  ),
  webhookHosts: setting(
    'ACADEMY_WEBHOOK_HOSTS',
    hostList(),
    [] as string[],
    'Hosts that webhooks of administrators may lead to, with their port where it is not the usual one: `hooks.example.org,build.example.org:8443`. Without one there are no webhooks.',
  ),
  directoryHosts: setting(
    'ACADEMY_DIRECTORY_HOSTS',
    hostList(),
    [] as string[],
    'Hosts of companies’ identity providers on internal addresses, with their port where it is not the usual one: `login.example.internal,localhost:8080`. Providers on public addresses need no entry.',
  ),
  trustedProxies: setting(
    'ACADEMY_TRUSTED_PROXIES',
    networkList(PROXY_NETWORKS),
    [] as string[],
    'Addresses or networks of reverse proxies whose forwarded headers count: `10.0.0.0/8,192.0.2.7`.',
  ),
  allowedOrigins: setting(
    'ACADEMY_ALLOWED_ORIGINS',
    v.pipe(list(), v.array(origin())),
    [] as string[],
    'Further origins whose pages may call the API; those of the tenants always may.',
  ),
  staticOrigins: setting(
    'ACADEMY_STATIC_ORIGINS',
    perTenant(origin()),
    none,
    'Origin of each tenant that is also served as files alone, from a host of its own: `spring=https://learn.example.org`. Its pages may call the API, and sign-in may return there.',
  ),
  brightcoveAccount: setting('ACADEMY_BRIGHTCOVE_ACCOUNT', text(), none, 'Brightcove account of the videos.'),
  brightcovePlayer: setting('ACADEMY_BRIGHTCOVE_PLAYER', text(), none, 'Brightcove player of the videos.'),
  ...FILE_STORE_SETTINGS,
  ...ANALYTICS_SETTINGS,
  ...LAB_SETTINGS,
  ...SERVER_SETTINGS,
  ...MEMORY_SETTINGS,
  ...RETENTION_SETTINGS,
  logLevel: setting(
    'ACADEMY_LOG_LEVEL',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info' as const,
    'Least level that is logged.',
  ),
  metricsListen: setting(
    'ACADEMY_METRICS_LISTEN',
    listenAddress(),
    none,
    'Address on which Prometheus collects figures at `/metrics`, such as `127.0.0.1:9464` or `0.0.0.0:9464` inside a cluster; nothing listens when left out. Never publish it: it has no log-in.',
  ),
  slowStatementMs: setting(
    'ACADEMY_SLOW_STATEMENT_MS',
    wholeNumber(1, 600_000),
    500,
    'Statements that take longer are logged without their values, and counted, milliseconds.',
  ),
  ...TRACING_SETTINGS,
  jsonBodyBytes: setting(
    'ACADEMY_JSON_BODY_BYTES',
    wholeNumber(1024, 16_777_216),
    262_144,
    'Largest JSON body, bytes.',
  ),
  contentPushBytes: setting(
    'ACADEMY_CONTENT_PUSH_BYTES',
    wholeNumber(1024, 1_073_741_824),
    26_214_400,
    'Largest packed content push, bytes.',
  ),
  anonymousPerMinute: setting(
    'ACADEMY_ANONYMOUS_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    1200,
    'Calls a minute of one address without a session; a classroom shares one.',
  ),
  signedInPerMinute: setting(
    'ACADEMY_SIGNED_IN_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    1200,
    'Calls a minute of one person.',
  ),
  accountLookupsPerMinute: setting(
    'ACADEMY_ACCOUNT_LOOKUPS_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    10,
    'Account look-ups a minute of one address.',
  ),
  classroomNetworks: setting(
    'ACADEMY_CLASSROOM_NETWORKS',
    networkList(),
    [] as string[],
    'Addresses or networks from which many people log in at once, such as the public address of a school: `192.0.2.7,2001:db8:1::/48`. From there `ACADEMY_CLASSROOM_LOOKUPS_PER_MINUTE` takes the place of `ACADEMY_ACCOUNT_LOOKUPS_PER_MINUTE`.',
  ),
  classroomLookupsPerMinute: setting(
    'ACADEMY_CLASSROOM_LOOKUPS_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    120,
    'Account look-ups a minute of one address in `ACADEMY_CLASSROOM_NETWORKS`.',
  ),
  messagesPerTenMinutes: setting(
    'ACADEMY_MESSAGES_PER_TEN_MINUTES',
    wholeNumber(1, 1_000_000),
    5,
    'Messages to the team (feedback, contact) in ten minutes of one address without a session.',
  ),
  visitorAttemptsPerTenMinutes: setting(
    'ACADEMY_VISITOR_ATTEMPTS_PER_TEN_MINUTES',
    wholeNumber(1, 1_000_000),
    120,
    'Knowledge checks begun in ten minutes of one address without a session; a classroom shares one.',
  ),
  reportsPerMinute: setting(
    'ACADEMY_REPORTS_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    30,
    'Reports of errors and of violations of the content security policy that browsers of one address send in a minute; more of them are not logged.',
  ),
  deadlineMs: setting(
    'ACADEMY_DEADLINE_MS',
    wholeNumber(100, 600_000),
    15_000,
    'Longest time to the first byte of an answer, milliseconds.',
  ),
} as const satisfies Record<string, Setting<v.GenericSchema<string, unknown>, unknown>>;

/** Settings that hold secrets: `<NAME>_FILE` may name a file with the value in place of the variable. */
export const SECRET_SETTINGS: readonly (keyof typeof SETTINGS)[] = [
  'databaseUrl',
  'databaseDirectUrl',
  'databaseReplicaUrls',
  'redisUrl',
  'keySecret',
  'keySecretBefore',
  'smtpUrl',
  'labPortalRobots',
  'labHostSecret',
  'labHostSecretBefore',
  'otlpHeaders',
  's3SecretKey',
];

/** The value of every setting, before others are derived from it. */
export type Values = {
  [K in keyof typeof SETTINGS]: v.InferOutput<(typeof SETTINGS)[K]['schema']> | (typeof SETTINGS)[K]['default'];
};

/** The checked settings. Addresses that depend on the port come from `addressesOf`. */
export type Settings = Readonly<Omit<Values, 'identity'> & { identity: 'embedded' | 'external' }>;

/** Values that the command line gives; they win over the environment. */
export type SettingsOverrides = { readonly [K in keyof Values]?: Values[K] | undefined };

/** Whether sample people exist: in `local` only, which listens on a loopback address only. */
export function hasSamplePeople(settings: Settings): boolean {
  return settings.environment === 'local' && isLoopback(settings.host) && settings.identity === 'embedded';
}

/** The secrets that encrypt keys in the database. */
export function keySecretsOf({ keySecret, keySecretBefore }: Settings): SealingSecrets {
  return {
    ...(keySecret === null ? {} : { secret: keySecret }),
    ...(keySecretBefore === null ? {} : { secretBefore: keySecretBefore }),
  };
}
