import * as v from 'valibot';

/**
 * What the browser must know about its environment. The server writes it into each page, so one build serves every
 * environment.
 */
export const RuntimeConfigSchema = v.object({
  environment: v.picklist(['local', 'dev', 'qat', 'stage', 'prod']),
  tenantId: v.string(),
  /** Base address of the API, absolute or a path on the own origin; no trailing slash. */
  apiBaseUrl: v.string(),
  /** Exactly as the provider writes it in its tokens; ours ends with `/`, others' may not. */
  issuer: v.string(),
  clientId: v.string(),
  scopes: v.string(),
  /**
   * The provider's addresses; null while it has not told them (it is away): nobody can sign in until the page is loaded
   * again. Without a log-out address log-out ends at home.
   */
  endpoints: v.nullable(
    v.object({
      authorize: v.string(),
      token: v.string(),
      logout: v.nullable(v.string()),
      /** Whether the authorization endpoint opens registration when it is asked with `prompt=create`. */
      register: v.boolean(),
    }),
  ),
  /** Whether log-out sends the id token along (`id_token_hint`); some providers want it before they lead back. */
  logoutHint: v.boolean(),
  /** Address that the DELETE of log-out goes to. */
  logoutUrl: v.string(),
  /** External registration page; null: the provider's own, reached by `prompt=create`. */
  registrationUrl: v.nullable(v.string()),
  /** Page behind 'My Account': the own `/account`, or an external profile page. */
  accountUrl: v.string(),
  brightcove: v.nullable(v.object({ accountId: v.string(), playerId: v.string() })),
  /**
   * Host that is told of page views by a container in a frame of its own (`ANALYTICS_FRAME`); null: none is, as in every
   * academy whose operator did not ask for it.
   */
  analytics: v.nullable(v.string()),
  /** Origin of every tenant, for links across tenants. */
  tenantOrigins: v.record(v.string(), v.string()),
});
export type RuntimeConfig = v.InferOutput<typeof RuntimeConfigSchema>;
