import { API_BASE_PATH } from '@academy/contract/constants';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import { type ContainerOf, noContainer } from '../analytics/container.ts';

/** Facts of the settings that pages need. */
export interface Surroundings {
  environment: RuntimeConfig['environment'];
  /** `https://spring.example.org` for each tenant. */
  tenantOrigins: Record<string, string>;
  issuer: string;
  clientIds: Record<string, string>;
  scopes: string;
  /** Null until the endpoints of an external provider are discovered. */
  endpoints: RuntimeConfig['endpoints'];
  logoutHint: boolean;
  registrationUrl: string | null;
  accountUrl: string;
  brightcove: { accountId: string; playerId: string } | null;
  /** Origins to which readers of content files are redirected. */
  fileOrigins?: readonly string[];
  /** Where the API is on the pages' own origin; left out, where an academy has it. */
  apiBaseUrl?: string;
}

type BrowserEndpoints = NonNullable<RuntimeConfig['endpoints']>;

/** Without the endpoints that only the server uses. */
const forBrowsers = ({ authorize, token, logout, register }: BrowserEndpoints): BrowserEndpoints => ({
  authorize,
  token,
  logout,
  register,
});

/** Video players that lessons may frame. A frame is created only when a learner presses play. */
const PLAYERS = ['https://player.vimeo.com', 'https://www.youtube-nocookie.com'];

/** The runtime configuration of each tenant's pages, and the origins that these pages may call or frame. */
export class RuntimeConfigs {
  readonly frameOrigins: readonly string[];
  /** Origins of pictures and videos other than the page's own. */
  readonly fileOrigins: readonly string[];
  /** The tag manager container of a tenant. */
  readonly containerOf: ContainerOf;
  readonly #from: Surroundings;
  #endpoints: RuntimeConfig['endpoints'];
  #version = 0;

  constructor(from: Surroundings, containerOf: ContainerOf = noContainer) {
    this.#from = from;
    this.containerOf = containerOf;
    this.#endpoints = from.endpoints === null ? null : forBrowsers(from.endpoints);
    this.fileOrigins = from.fileOrigins ?? [];
    this.frameOrigins = from.brightcove === null ? PLAYERS : ['https://players.brightcove.net', ...PLAYERS];
  }

  /** Incremented by every change: pages that were rendered before contain old values. */
  get version(): number {
    return this.#version;
  }

  /** Issuer of the tokens. */
  get issuer(): string {
    return this.#from.issuer;
  }

  get connectOrigins(): readonly string[] {
    return this.#endpoints === null ? [] : [new URL(this.#endpoints.token).origin];
  }

  /** Called when the provider's endpoints are discovered, and when they change. */
  useEndpoints(told: BrowserEndpoints): void {
    const endpoints = forBrowsers(told);
    if (JSON.stringify(endpoints) === JSON.stringify(this.#endpoints)) return;
    this.#endpoints = endpoints;
    this.#version += 1;
  }

  of(tenant: Tenant): RuntimeConfig {
    const { clientIds, fileOrigins: _ofThePolicy, ...shared } = this.#from;
    const container = this.containerOf(tenant);
    return {
      ...shared,
      endpoints: this.#endpoints,
      tenantId: tenant.tenantId,
      apiBaseUrl: this.#from.apiBaseUrl ?? API_BASE_PATH,
      clientId: clientIds[tenant.tenantId] ?? `academy-${tenant.tenantId}`,
      logoutUrl: `${API_BASE_PATH}/session`,
      analytics: container === null ? null : new URL(container.script).host,
    };
  }
}
