import type { Addresses } from '../composition/addresses.ts';
import type { Settings } from '../composition/settings.ts';
import { fileOrigins } from '../file-store/file-store-settings.ts';
import type { Surroundings } from './runtime-configs.ts';

/** The facts of settings and addresses that pages need. */
export function surroundingsOf(settings: Settings, addresses: Addresses): Surroundings {
  const { brightcoveAccount: accountId, brightcovePlayer: playerId } = settings;
  return {
    environment: settings.environment,
    tenantOrigins: addresses.tenantOrigins,
    issuer: addresses.issuer,
    clientIds: addresses.clientIds,
    scopes: settings.scopes,
    endpoints: addresses.endpoints,
    logoutHint: addresses.logoutHint,
    registrationUrl: addresses.registrationUrl,
    accountUrl: addresses.accountUrl,
    fileOrigins: fileOrigins(settings),
    brightcove: accountId === null || playerId === null ? null : { accountId, playerId },
  };
}
