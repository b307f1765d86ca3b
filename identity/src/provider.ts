import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  type Account as ProviderAccount,
} from 'oidc-provider';
import { ACCOUNT_RETURN } from './account-area.ts';
import { createAdapter } from './adapter.ts';
import { type Brands, clientOf } from './brands.ts';
import type { BrowserCookies } from './browser-cookies.ts';
import type { DirectoryLogOuts } from './directories/directory-log-outs.ts';
import type { Account, IdentityStore } from './identity-store.ts';
import { interactionProof } from './interaction-proof.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './keys.ts';
import type { Log } from './log.ts';
import { ANOTHER_ACCOUNT, isLoginOf } from './logged-in-already.ts';
import type { EnginePages } from './pages/send.ts';
import { addHooks } from './provider-hooks.ts';
import { storableUserAgent } from './sessions.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Lifetimes, seconds. */
export const LIFETIMES = {
  accessToken: 10 * MINUTE,
  idToken: 10 * MINUTE,
  authorizationCode: MINUTE,
  interaction: 60 * MINUTE,
  /** A session ends when it is unused for this long ... */
  sessionIdle: 14 * DAY,
  /** ... and at the latest this long after sign-in. */
  session: 30 * DAY,
  refreshTokenIdle: 7 * DAY,
  /** From the first refresh token of a sign-in; rotation does not prolong it. */
  refreshToken: 14 * DAY,
  /** Longer than a session and the refresh tokens issued at its end, which would otherwise expire early. */
  grant: 45 * DAY,
} as const;

/** Scopes for clients; all are granted to our own academies without a consent page. */
const SCOPE = 'openid profile email';
const CLAIMS = {
  openid: ['sub', 'grant_id', 'amr'],
  profile: ['name', 'given_name', 'family_name'],
  email: ['email', 'email_verified'],
};

/**
 * Name of the academy's API inside the library, which requires an absolute URI; tokens carry the configured audience.
 */
const RESOURCE = 'urn:academy:api';

/** Paths below the mount point. Fixed, because they are in the settings of clients and other installations. */
export const ROUTES = {
  authorization: '/oauth2/v1/authorize',
  token: '/oauth2/v1/token',
  end_session: '/oauth2/v1/logout',
  jwks: '/oauth2/v1/keys',
  userinfo: '/oauth2/v1/userinfo',
  revocation: '/oauth2/v1/revoke',
} as const;

export interface ProviderOptions {
  issuer: string;
  store: IdentityStore;
  keys: SigningKeys;
  brands: Brands;
  /** `aud` of access tokens. */
  audience: string;
  /** Separates the cookies of several installations on one host (cookies ignore ports). */
  cookieSuffix: string;
  cookies: BrowserCookies;
  pages: EnginePages;
  logOuts: Pick<DirectoryLogOuts, 'noteOrigin' | 'next'>;
  log: Log;
  now: () => number;
}

/** The OpenID Connect provider library, configured for the academies. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options));
  // Trusts the forwarded protocol, because the mount passes normalised requests only.
  provider.proxy = true;
  addHooks(provider, options);
  return provider;
}

function configuration(options: ProviderOptions): Configuration {
  const { audience, brands, cookieSuffix, pages, store } = options;
  const mountPath = new URL(options.issuer).pathname;
  const cookie = { httpOnly: true, sameSite: 'lax', path: mountPath } as const;
  return {
    adapter: createAdapter(store.artifacts, options.now),
    clients: brands.all.map((brand) => clientOf(brand, `${options.issuer}${ACCOUNT_RETURN}`)),
    jwks: { keys: options.keys.private },
    routes: ROUTES,
    responseTypes: ['code'],
    scopes: SCOPE.split(' '),
    claims: CLAIMS,
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 5,
    pkce: { required: () => true },
    cookies: {
      names: {
        session: `academy_session_${cookieSuffix}`,
        interaction: `academy_interaction_${cookieSuffix}`,
        resume: `academy_resume_${cookieSuffix}`,
      },
      long: cookie,
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (resource !== RESOURCE) throw new errors.InvalidTarget();
          return {
            scope: SCOPE,
            audience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: LIFETIMES.accessToken,
            jwt: { sign: { alg: SIGNING_ALGORITHM } },
          };
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => pages.confirmSignOut(ctx, form),
        postLogoutSuccessSource: (ctx) => pages.signedOut(ctx),
      },
    },
    interactions: {
      policy: policy(store.accounts),
      url(ctx, interaction) {
        const { tenantId } = brands.ofClient(ctx.oidc.client?.clientId).tenant;
        const path = `${mountPath}interaction/${tenantId}/${interaction.uid}`;
        const wayBack = `${mountPath}${ROUTES.authorization.slice(1)}/${interaction.uid}`;
        options.cookies.keepProof(ctx.res, [path, wayBack], interactionProof(interaction));
        return path;
      },
    },
    async findAccount(_ctx, accountId, token) {
      const account = await store.accounts.findById(accountId);
      const grantId = token !== undefined && 'grantId' in token ? token.grantId : undefined;
      return account === null || account.endedAt !== null ? undefined : asProviderAccount(account, grantId);
    },
    loadExistingGrant: (ctx) => grantOf(ctx),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => true,
    async extraTokenClaims(ctx, token) {
      const account = ctx.oidc.account?.account as Account | undefined;
      if (account === undefined || !('grantId' in token)) return undefined;
      const { AuthorizationCode: code, RefreshToken: refreshToken } = ctx.oidc.entities;
      await noteUse(options, token.sessionUid, account.accountId, ctx.get('user-agent'));
      return {
        ...profileOf(account),
        sid: token.sessionUid,
        grant_id: token.grantId,
        auth_time: (refreshToken ?? code)?.authTime,
        amr: (refreshToken ?? code)?.amr,
      };
    },
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    renderError: (ctx, out, error) => pages.error(ctx, out.error, error),
    ttl: {
      AccessToken: LIFETIMES.accessToken,
      AuthorizationCode: LIFETIMES.authorizationCode,
      Grant: LIFETIMES.grant,
      IdToken: LIFETIMES.idToken,
      Interaction: LIFETIMES.interaction,
      RefreshToken: (_ctx, token) =>
        within(
          LIFETIMES.refreshTokenIdle,
          LIFETIMES.refreshToken - (seconds(options.now) - (token.iiat ?? seconds(options.now))),
        ),
      Session: (_ctx, session) =>
        within(
          LIFETIMES.sessionIdle,
          LIFETIMES.session - (seconds(options.now) - (session.loginTs ?? seconds(options.now))),
        ),
    },
  };
}

/** A failure to record the session's use must not fail the sign-in. */
async function noteUse({ store, log }: ProviderOptions, sessionUid: unknown, accountId: string, userAgent: string) {
  if (typeof sessionUid !== 'string') return;
  await store.sessions
    .noteUse({ sessionUid, accountId, userAgent: storableUserAgent(userAgent) })
    .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not noted'));
}

/**
 * `prompt=create` opens the registration. Requires a log-in also when the session's account was deleted, and when the
 * typed address does not belong to the session's account: people who share a browser must not get each other's account.
 */
function policy(accounts: IdentityStore['accounts']): interactionPolicy.DefaultPolicy {
  const { Check, Prompt, base } = interactionPolicy;
  const prompts = base();
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0);
  const login = prompts.get('login');
  login?.checks.add(
    new Check(
      ANOTHER_ACCOUNT,
      'the session belongs to another account than the address',
      'login_required',
      async ({ oidc }) => {
        const { session, params, result } = oidc;
        const hint = params?.login_hint;
        // The person has already chosen between the two on the page.
        if (session?.accountId === undefined || typeof hint !== 'string' || result?.login !== undefined) return false;
        return !(await isLoginOf(accounts, session.accountId, hint));
      },
    ),
  );
  login?.checks.add(
    new Check(
      'account_gone',
      'the account of this session does not exist any more',
      'login_required',
      ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
    ),
  );
  return prompts;
}

/** The session's grant for the client; created on first use, because our own academies need no consent. */
async function grantOf(ctx: KoaContextWithOIDC) {
  const { account, client, provider, session, result } = ctx.oidc;
  if (account === undefined || client === undefined) return undefined;
  const known = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await provider.Grant.find(known);
  if (existing !== undefined && existing.accountId === account.accountId) return existing;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(SCOPE);
  grant.addOIDCClaims(Object.values(CLAIMS).flat());
  grant.addResourceScope(RESOURCE, SCOPE);
  await grant.save();
  return grant;
}

function asProviderAccount(account: Account, grantId: string | undefined): ProviderAccount {
  return {
    accountId: account.accountId,
    account,
    claims: () => ({
      sub: account.accountId,
      ...profileOf(account),
      name: `${account.firstName} ${account.lastName}`.trim(),
      ...(grantId === undefined ? {} : { grant_id: grantId }),
    }),
  };
}

function profileOf(account: Account) {
  return {
    email: account.email,
    email_verified: account.emailVerified,
    given_name: account.firstName,
    family_name: account.lastName,
  };
}

function seconds(now: () => number): number {
  return Math.floor(now() / 1000);
}

function within(idle: number, absolute: number): number {
  return Math.max(1, Math.min(idle, absolute));
}
