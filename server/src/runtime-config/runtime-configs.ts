import { API_BASE_PATH } from '@academy/contract/constants';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';

/** What the settings say about the world around the server. */
export interface Surroundings {
  environment: RuntimeConfig['environment'];
  /** `https://spring.example.org` for each tenant. */
  tenantOrigins: Record<string, string>;
  /** Ends with `/`. */
  issuer: string;
  clientIds: Record<string, string>;
  scopes: string;
  endpoints: { authorize: string; token: string; logout: string };
  registrationUrl: string | null;
  accountUrl: string;
  brightcove: { accountId: string; playerId: string } | null;
}

/** Players that lessons may frame. A frame is made only when a learner presses play. */
const PLAYERS = ['https://player.vimeo.com', 'https://www.youtube-nocookie.com'];

/** The runtime configuration of each tenant's pages, and the origins that these pages may call or frame. */
export class RuntimeConfigs {
  readonly connectOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly #from: Surroundings;

  constructor(from: Surroundings) {
    this.#from = from;
    this.connectOrigins = [...new Set([from.endpoints.token].map((url) => new URL(url).origin))];
    this.frameOrigins = from.brightcove === null ? PLAYERS : ['https://players.brightcove.net', ...PLAYERS];
  }

  of(tenant: Tenant): RuntimeConfig {
    const { clientIds, ...shared } = this.#from;
    return {
      ...shared,
      tenantId: tenant.tenantId,
      apiBaseUrl: API_BASE_PATH,
      clientId: clientIds[tenant.tenantId] ?? `academy-${tenant.tenantId}`,
      logoutUrl: `${API_BASE_PATH}/session`,
    };
  }
}
