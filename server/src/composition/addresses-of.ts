import { API_BASE_PATH } from '@academy/contract/constants';
import { DEFAULT_TENANT, type TenantId } from '@academy/contract/tenants';
import type { Addresses, ProviderEndpoints } from '../settings/addresses.ts';
import { StartProblem } from '../settings/start-problem.ts';
import type { Settings } from './settings.ts';

/**
 * Derives the addresses; in `local` they follow the port that the server got.
 *
 * @throws StartProblem when a tenant has no origin
 */
export function addressesOf(settings: Settings, port: number, tenantIds: readonly TenantId[]): Addresses {
  const local = settings.environment === 'local';
  const missing = tenantIds.filter((id) => !local && settings.tenantOrigins?.[id] === undefined);
  if (missing.length > 0) {
    throw new StartProblem(
      `A setting is wrong: ACADEMY_TENANT_ORIGINS names no address for ${missing.join(', ')}`,
      'Add the missing tenants, such as spring=https://spring.example.org.',
    );
  }
  const originOf = (id: TenantId) => (local ? `http://${id}.localhost:${port}` : (settings.tenantOrigins?.[id] ?? ''));
  const byTenant = <T>(make: (id: TenantId) => T) => Object.fromEntries(tenantIds.map((id) => [id, make(id)]));
  // In `local` the bare host shows the default tenant, so sign-in must be able to return there as well.
  const bare = local ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [];
  const elsewhere = (id: TenantId) => settings.staticOrigins?.[id] ?? [];
  const redirectOrigins = byTenant((id) =>
    [originOf(id), ...(id === DEFAULT_TENANT ? bare : []), elsewhere(id)].flat(),
  );
  const issuer = settings.issuer ?? `http://localhost:${port}/idp/`;
  const below = issuer.endsWith('/') ? issuer : `${issuer}/`;
  const [audience = new URL(API_BASE_PATH, issuer).href, ...moreAudiences] = settings.audience;
  const given = givenEndpoints(settings);
  const usual: ProviderEndpoints = {
    authorize: `${below}oauth2/v1/authorize`,
    token: `${below}oauth2/v1/token`,
    logout: `${below}oauth2/v1/logout`,
    register: settings.identity === 'embedded',
    keys: `${below}oauth2/v1/keys`,
    userinfo: `${below}oauth2/v1/userinfo`,
  };
  const asks = settings.identity === 'external' && settings.discovery === 'on';
  return {
    tenantOrigins: byTenant(originOf),
    redirectOrigins,
    issuer,
    audiences: [audience, ...moreAudiences],
    clientIds: byTenant((id) => settings.clientIds?.[id] ?? `academy-${id}`),
    endpoints: asks ? null : { ...usual, ...given },
    givenEndpoints: given,
    logoutHint: settings.logoutHint === 'on',
    registrationUrl: settings.registrationUrl,
    accountUrl: settings.accountUrl ?? '/account',
    securityUrl: settings.identity === 'embedded' ? `${below}account` : settings.accountUrl,
    allowedOrigins: new Set([...Object.values(redirectOrigins).flat(), ...settings.allowedOrigins]),
  };
}

function givenEndpoints(settings: Settings): Partial<ProviderEndpoints> {
  const {
    authorizeUrl: authorize,
    tokenUrl: token,
    logoutUrl: logout,
    keysUrl: keys,
    userinfoUrl: userinfo,
  } = settings;
  return {
    ...(authorize === null ? {} : { authorize }),
    ...(token === null ? {} : { token }),
    ...(logout === null ? {} : { logout: logout === 'none' ? null : logout }),
    ...(keys === null ? {} : { keys }),
    ...(userinfo === null ? {} : { userinfo: userinfo === 'none' ? null : userinfo }),
  };
}
