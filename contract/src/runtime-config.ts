import * as v from 'valibot';

/**
 * What the browser must know about its environment. The server writes it into each page, so that one build serves every
 * environment.
 */
export const RuntimeConfigSchema = v.object({
  /** `preview`: an author's folder, whose visitors start labs without a log-in. No setting of a server names it. */
  environment: v.picklist(['local', 'dev', 'qat', 'stage', 'prod', 'preview']),
  tenantId: v.string(),
  /** Base address of the API, absolute or a path on the same origin; no trailing slash. */
  apiBaseUrl: v.string(),
  /** Exactly as in the provider's tokens; ours ends with `/`, others' may not. */
  issuer: v.string(),
  clientId: v.string(),
  scopes: v.string(),
  /**
   * The provider's endpoints; null while they are not discovered, because it is unreachable: signing in is impossible
   * until the page is reloaded. Without a log-out endpoint, log-out ends on the home page.
   */
  endpoints: v.nullable(
    v.object({
      authorize: v.string(),
      token: v.string(),
      logout: v.nullable(v.string()),
      /** Whether the authorization endpoint opens registration for `prompt=create`. */
      register: v.boolean(),
    }),
  ),
  /** Whether log-out sends the id token (`id_token_hint`); some providers require it to redirect back. */
  logoutHint: v.boolean(),
  /** Address for the DELETE request of log-out. */
  logoutUrl: v.string(),
  /** External registration page; null: the provider's own, opened by `prompt=create`. */
  registrationUrl: v.nullable(v.string()),
  /** Target of 'My Account': our own `/account`, or an external profile page. */
  accountUrl: v.string(),
  brightcove: v.nullable(v.object({ accountId: v.string(), playerId: v.string() })),
  /**
   * Origin that a tag manager's container sends page views to, in a frame of its own (`ANALYTICS_FRAME`); null: none,
   * which is the default.
   */
  analytics: v.nullable(v.string()),
  /** Origin of every tenant, for links across tenants. */
  tenantOrigins: v.record(v.string(), v.string()),
});
export type RuntimeConfig = v.InferOutput<typeof RuntimeConfigSchema>;
