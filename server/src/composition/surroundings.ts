import { fileOrigins } from '../file-store/file-store-settings.ts';
import type { Surroundings } from '../runtime-config/runtime-configs.ts';
import type { Addresses } from '../settings/addresses.ts';
import type { Settings } from './settings.ts';

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
