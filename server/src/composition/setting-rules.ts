import { isNearly } from '@academy/contract/rules/near-names';
import type { TenantId } from '@academy/contract/tenants';
import { fileStoreProblems } from '../file-store/file-store-settings.ts';
import { labProblems, riskyLabChoices } from '../labs/lab-settings.ts';
import { memoryProblems } from '../memory/memory-settings.ts';
import { isLoopback } from '../settings/setting-types.ts';
import type { Values } from './settings.ts';

/**
 * Problems between settings.
 *
 * @param tenantIds tenants that need an address
 * @param wrong variables that are invalid by themselves: rules that depend on them are skipped
 */
export function problemsAcross(values: Values, tenantIds: readonly TenantId[], wrong: readonly string[]): string[] {
  const problems = [...crossProblems(values), ...tenantProblems(values, tenantIds)];
  return problems.filter((problem) => !problem.split(/[^A-Z0-9_]+/).some((name) => wrong.includes(name)));
}

function tenantProblems(values: Values, tenantIds: readonly TenantId[]): string[] {
  const { environment, tenantOrigins, staticOrigins } = values;
  const missing = tenantIds.filter((id) => tenantOrigins !== null && tenantOrigins[id] === undefined);
  const unknownIn = (named: object | null) =>
    Object.keys(named ?? {}).filter((id) => tenantIds.length > 0 && !tenantIds.includes(id));
  const unknownTenants = {
    ACADEMY_TENANT_ORIGINS: tenantOrigins,
    ACADEMY_STATIC_ORIGINS: staticOrigins,
    ACADEMY_CLIENT_IDS: values.clientIds,
    ACADEMY_CONTACT_ADDRESSES: values.contactAddresses,
    ACADEMY_ANALYTICS_CONTAINERS: values.analyticsContainers,
  };
  const origins = [tenantOrigins, staticOrigins].flatMap((named) => Object.values(named ?? {}));
  const twice = staticOrigins !== null && new Set(origins).size < origins.length;
  return [
    ...(environment === 'local' || missing.length === 0
      ? []
      : [`ACADEMY_TENANT_ORIGINS names no address for ${missing.join(', ')}`]),
    ...Object.entries(unknownTenants).flatMap(([name, named]) => {
      const unknown = unknownIn(named);
      const advice = unknown.map((id) => {
        const meant = tenantIds.find((one) => isNearly(id, one));
        return meant === undefined ? id : `${id} (did you mean ${meant}?)`;
      });
      return unknown.length === 0 ? [] : [`${name} names tenants that do not exist: ${advice.join(', ')}`];
    }),
    // Sign-in returns to an origin for one tenant only.
    ...(twice ? ['ACADEMY_STATIC_ORIGINS names an origin that another tenant has, or the tenant itself'] : []),
  ];
}

function crossProblems(s: Values): string[] {
  const problems: string[] = [];
  const local = s.environment === 'local';
  const external = s.identity === 'external' || (s.identity === null && !local);
  if (local && !isLoopback(s.host)) {
    problems.push(
      `ACADEMY_HOST is ${s.host}: environment "local" has sample people and listens on a loopback address only; set ACADEMY_ENVIRONMENT to another`,
    );
  }
  if (!local && s.tenantOrigins === null) problems.push('ACADEMY_TENANT_ORIGINS is required outside "local"');
  if (!local && s.issuer === null) problems.push('ACADEMY_ISSUER is required outside "local"');
  if (s.databaseUrl === null && s.databaseDirectUrl !== null) {
    problems.push('DATABASE_DIRECT_URL is only for a pooler in DATABASE_URL, which is not set');
  }
  if (s.databaseUrl === null && s.databaseReplicaUrls.length > 0) {
    problems.push('DATABASE_REPLICA_URLS is only for a server in DATABASE_URL, which is not set');
  }
  if (local && s.tenantOrigins !== null) problems.push('ACADEMY_TENANT_ORIGINS has no effect in "local"');
  if (external && local && s.issuer === null) problems.push('ACADEMY_ISSUER is required with an external provider');
  if (!external && local && s.issuer !== null) {
    problems.push('ACADEMY_ISSUER has no effect with the embedded provider in "local"');
  }
  if (!external && !local && s.issuer !== null && new URL(s.issuer).pathname !== '/idp/') {
    problems.push('ACADEMY_ISSUER must have the path /idp/ with the embedded provider');
  }
  if (!external && s.audience.length > 1) problems.push('ACADEMY_AUDIENCE takes one value with the embedded provider');
  if (s.issuer !== null && /[?#]/.test(s.issuer)) problems.push('ACADEMY_ISSUER must have neither query nor fragment');
  if (external && s.audience.length === 0) problems.push('ACADEMY_AUDIENCE is required with an external provider');
  if ((s.smtpUrl === null) !== (s.mailFrom === null)) {
    problems.push('ACADEMY_SMTP_URL and ACADEMY_MAIL_FROM belong together');
  }
  if (!external && s.environment === 'prod' && s.keySecret === null) {
    problems.push(
      'ACADEMY_KEY_SECRET is required in "prod" with the embedded provider, whose signing keys and second factors would lie readable in the database; make one with "openssl rand -base64 32"',
    );
  }
  if (!external && !local && s.smtpUrl === null) {
    problems.push(
      'ACADEMY_SMTP_URL is required outside "local" with the embedded provider, which confirms addresses by mail',
    );
  }
  if ((s.brightcoveAccount === null) !== (s.brightcovePlayer === null)) {
    problems.push('ACADEMY_BRIGHTCOVE_ACCOUNT and ACADEMY_BRIGHTCOVE_PLAYER belong together');
  }
  problems.push(...labProblems(s), ...fileStoreProblems(s), ...memoryProblems(s));
  return problems;
}

/** Settings that work, but are a risk outside of this machine. */
export function riskyChoices(s: Values): string[] {
  if (s.environment === 'local') return [];
  const origins = Object.entries({ ...s.tenantOrigins }).filter(([, origin]) => origin?.startsWith('http:'));
  return [
    ...riskyLabChoices(s),
    ...(s.keySecret === null
      ? [
          'ACADEMY_KEY_SECRET is not set: what the academy seals (such as secrets of webhooks) lies readable in the database',
        ]
      : []),
    ...(origins.length > 0
      ? [
          `ACADEMY_TENANT_ORIGINS has addresses without TLS (${origins.map(([id]) => id).join(', ')}): browsers on this machine alone can sign in there, and nothing is encrypted on its way`,
        ]
      : []),
    ...(s.issuer?.startsWith('http:') ? ['ACADEMY_ISSUER has an address without TLS: tokens travel readable'] : []),
    ...(s.s3Endpoint?.startsWith('http:')
      ? ['ACADEMY_S3_ENDPOINT has an address without TLS: files of the content travel readable']
      : []),
    ...(s.smtpUrl?.includes('starttls=optional')
      ? ['ACADEMY_SMTP_URL permits mail without TLS: mailed codes may travel readable']
      : []),
  ];
}
