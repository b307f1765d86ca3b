import { withLanguage } from '@academy/contract/i18n/address';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import type { Tenant, TenantId, TenantLink } from '@academy/contract/tenants';
import type { ClientMetadata } from 'oidc-provider';

/** Origins of each tenant, its main one first: `http://spring.localhost:3000`. No trailing slash. */
export type TenantOrigins = Readonly<Record<TenantId, readonly string[]>>;

/** What sign-in pages show of a tenant. */
export interface Brand {
  tenant: Tenant;
  clientId: string;
  /** The academy's main origin, without trailing slash. */
  origin: string;
  origins: readonly string[];
  /** The logo as SVG text. */
  logo: string;
  /** The tab's icon as SVG text. */
  favicon: string;
}

/**
 * One public client per tenant, so that the reuse of a token in one academy does not sign the person out of the others.
 */
export function clientIdOf(tenantId: TenantId): string {
  return `academy-${tenantId}`;
}

/**
 * The OAuth client of a tenant: a public client with exact redirect addresses.
 * @param accountReturn where the provider's own account pages return to after a sign-in
 */
export function clientOf(brand: Brand, accountReturn: string): ClientMetadata {
  return {
    client_id: brand.clientId,
    client_name: `${brand.tenant.name} Academy`,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [...brand.origins.map((origin) => `${origin}/login/callback`), accountReturn],
    post_logout_redirect_uris: brand.origins.flatMap((origin) => [origin, `${origin}/`]),
  };
}

/** All brands, looked up by client and by tenant. */
export class Brands {
  readonly all: readonly Brand[];
  readonly fallback: Brand;
  /** Every origin that belongs to an academy. */
  readonly origins: ReadonlySet<string>;

  constructor(all: readonly Brand[]) {
    const [first] = all;
    if (first === undefined) throw new Error('sign-in needs at least one tenant with an origin');
    this.all = all;
    this.fallback = first;
    this.origins = new Set(all.flatMap((brand) => brand.origins));
  }

  ofClient(clientId: unknown): Brand {
    return this.all.find((brand) => brand.clientId === clientId) ?? this.fallback;
  }

  /** @param address of any page of an academy */
  ofAddress(address: string): Brand {
    const origin = URL.parse(address)?.origin;
    return this.all.find((brand) => origin !== undefined && brand.origins.includes(origin)) ?? this.fallback;
  }

  ofTenant(tenantId: TenantId): Brand {
    return this.all.find((brand) => brand.tenant.tenantId === tenantId) ?? this.fallback;
  }
}

/** Terms and privacy of an academy, from its footer; null where it has none. */
export type LegalLinks = Record<'terms' | 'privacy', TenantLink | null>;

export function legalLinks(tenant: Tenant, home: string): LegalLinks {
  const entries = tenantInLanguage(tenant, currentLanguage()).footer.groups.flatMap((group) => group.entries);
  const named = (kind: 'terms' | 'privacy'): TenantLink | null => {
    const entry = entries.find((one) => 'legal' in one && one.legal === kind);
    return entry !== undefined && 'href' in entry
      ? { ...entry, href: new URL(entry.href.startsWith('/') ? withLanguage(entry.href) : entry.href, home).href }
      : null;
  };
  return { terms: named('terms'), privacy: named('privacy') };
}

/**
 * The academy's home page in the current language, for a redirect address of the brand's client; on its main origin for an
 * unknown address.
 */
export function homeOf(brand: Brand, redirectUri: unknown): string {
  const origin = typeof redirectUri === 'string' ? URL.parse(redirectUri)?.origin : undefined;
  const known = origin !== undefined && brand.origins.includes(origin) ? origin : brand.origin;
  return `${known}${withLanguage('/')}`;
}
