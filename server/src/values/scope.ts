import type { Ability } from '@academy/contract/abilities';
import type { Locked } from '@academy/contract/entities';
import type { HeldRole } from '@academy/contract/rules/held-roles';
import type { Tenant } from '@academy/contract/tenants';

declare const proven: unique symbol;

/** A tenant that exists. Only the tenant plugin and the start-up code create one; every store function requires it. */
export type TenantScope = string & { readonly [proven]: 'tenant' };

/** A person whose identity is verified. */
export type PersonId = string & { readonly [proven]: 'person' };

/** Makes a tenant scope out of a known tenant. */
export function scopeOf(tenant: Tenant): TenantScope {
  return tenant.tenantId as TenantScope;
}

/** Makes a person id out of a row of the person table. */
export function personIdOf(row: { personId: string }): PersonId {
  return row.personId as PersonId;
}

/** The person who makes the request. Rights are read from the database at each request, never from claims. */
export interface Actor {
  personId: PersonId;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  isAdmin: boolean;
  /** Those with a scope. */
  roles: readonly HeldRole[];
  isPro: boolean;
  membership: { startsAt: Date; endsAt: Date } | null;
  createdAt: Date;
  /**
   * How the actor was verified. A personal access token limits what the actor may do; `view` is an administrator who
   * impersonates the person, read-only.
   */
  by:
    | {
        kind: 'session';
        grantId: string | null;
        /** The embedded provider's session. */
        sessionUid: string | null;
        /** When the person last authenticated, ms since 1970; null where the provider does not say. */
        authenticatedAt: number | null;
      }
    | {
        kind: 'token';
        tokenId: string;
        name: string;
        tenantId: string;
        abilities: readonly Ability[];
        /** The content to which it is limited; null: all that the person may. */
        scopes: readonly string[] | null;
      }
    | { kind: 'view'; viewId: string; admin: { personId: string; email: string } };
}

/** What a handler gets of the request besides its input. */
export interface Scope {
  tenant: Tenant;
  tenantId: TenantScope;
  /** Null for a visitor. */
  actor: Actor | null;
  correlationId: string;
  /** Network address of the client; left out where there is none. */
  address?: string;
}

/** The scope of a request with a verified actor. */
export interface SignedInScope extends Scope {
  actor: Actor;
}

export type { Locked };
