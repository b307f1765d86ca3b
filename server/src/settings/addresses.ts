import type { TenantId } from '@academy/contract/tenants';

/** Addresses of the identity provider. */
export interface ProviderEndpoints {
  authorize: string;
  token: string;
  /** Null: it has no log-out. */
  logout: string | null;
  /** Whether the authorization endpoint supports `prompt=create`. */
  register: boolean;
  /** Address of its key set. */
  keys: string;
  /** Null: missing claims of access tokens are not looked up. */
  userinfo: string | null;
}

/** Every public address of a running academy. */
export interface Addresses {
  /** `https://spring.example.org` for each tenant. */
  tenantOrigins: Record<TenantId, string>;
  /** Origins that sign-in may return to, for each tenant; the first is its own. */
  redirectOrigins: Record<TenantId, string[]>;
  /** Exactly as in tokens; ours ends with `/`, another provider's may not. */
  issuer: string;
  /** Access tokens must name one of these; the embedded provider's tokens name the first. */
  audiences: readonly [string, ...string[]];
  clientIds: Record<TenantId, string>;
  /** Null: they must be discovered from the provider. */
  endpoints: ProviderEndpoints | null;
  /** Endpoints set by settings; they win over discovery. */
  givenEndpoints: Partial<ProviderEndpoints>;
  /** Whether log-out sends the id token. */
  logoutHint: boolean;
  /** Null: the embedded provider's own registration page. */
  registrationUrl: string | null;
  /** Target of 'My Account'. */
  accountUrl: string;
  /** Page for password, address and second factor; null when the settings name none. */
  securityUrl: string | null;
  /** Origins whose pages may call the API. */
  allowedOrigins: Set<string>;
}
