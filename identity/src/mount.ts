import type { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tenant } from '@academy/contract/tenants';
import { tenantFilePath } from '@academy/tenants';
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import type { errors, KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import { accountArea, redirect } from './account-area.ts';
import { accountNews } from './account-news.ts';
import { loadAssets } from './assets.ts';
import { type Brand, Brands, clientIdOf, type TenantOrigins } from './brands.ts';
import { browserCookies } from './browser-cookies.ts';
import { confirmations } from './confirmation.ts';
import { companyLogIns } from './directories/company-log-ins.ts';
import { isDirectoryPath } from './directories/directory-addresses.ts';
import { securityHeaders } from './headers.ts';
import type { SendMail } from './identity-mail.ts';
import type { Account, IdentityStore } from './identity-store.ts';
import { provesInteraction } from './interaction-proof.ts';
import { interactions } from './interactions.ts';
import { keepUp, keySealer, openKeyRing, type SigningKeys } from './keys.ts';
import { chosenLanguage, languageFor } from './language.ts';
import type { Log } from './log.ts';
import { isLinkPage, mailLinks } from './mail-links.ts';
import { ownAccount } from './own-account.ts';
import { assetsOf } from './pages/layout.ts';
import { notices } from './pages/pages.ts';
import { enginePagesOf, pagesOf } from './pages/send.ts';
import { ceremonies } from './passkeys/ceremonies.ts';
import { challenges } from './passkeys/challenges.ts';
import { passkeys } from './passkeys/passkeys.ts';
import { passwordResets } from './password-reset.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { patternBelow } from './path-patterns.ts';
import { createProvider } from './provider.ts';
import { KEEP, keepQuestion } from './recovery/keep-question.ts';
import { passwordFirst } from './recovery/password-first.ts';
import type { RequestContext } from './request.ts';
import { secondFactor } from './second-factor/second-factor.ts';
import { secondFactors, totpSealer } from './second-factor/second-factors.ts';
import type { SignInPart } from './sign-in-parts.ts';
import { throttle } from './throttle.ts';

export { clientIdOf, type TenantOrigins } from './brands.ts';
export type { Log } from './log.ts';
export type { RequestContext } from './request.ts';

export interface IdentityOptions {
  /** `http://localhost:3000/idp/`: exact, with the trailing slash. */
  issuer: string;
  store: IdentityStore;
  /** In the order in which they are shown; the first one's look is used for pages without a tenant. */
  tenants: Iterable<Tenant>;
  tenantOrigins: TenantOrigins;
  /** `aud` of access tokens. */
  audience: string;
  /** Sends mail: confirmation codes, notifications about the account. */
  sendMail: SendMail;
  log: Log;
  /** Separates the cookies of several installations on one host; letters, digits and dashes. */
  cookieSuffix: string;
  /** Whether an error means that the disk is full; pages then say so. */
  isDiskFull?: (error: unknown) => boolean;
  /** Encrypts signing keys and second factors at rest. */
  keySecret?: string;
  /** The previous secret: decrypts older data. */
  keySecretBefore?: string;
  /** In `local` mails stay on the machine, to be read at `/mailbox` of every academy: pages say so. */
  localMailbox?: boolean;
  /** The footer of an academy as its pages show it, for the links of the registration. Default: as the brand has it. */
  footerOf?: (tenant: Tenant) => Promise<Tenant['footer']>;
  /** Requests documents and tokens of customers' providers; refuses addresses that are not allowed. */
  fetchProvider: typeof fetch;
  /** Clock of tests; ms since 1970. */
  now?: () => number;
}

export interface NewPerson {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  /** False: the first sign-in requires to confirm the address. Default true. */
  emailVerified?: boolean;
}

/** The embedded provider, ready to be mounted. */
export interface Identity {
  issuer: string;
  /** Path below which it replies, with slashes at both ends: `/idp/`. */
  mountPath: string;
  /** Answers one request below the mount path. The body must be unread. Never throws. */
  handle(req: IncomingMessage, res: ServerResponse, context: RequestContext): Promise<void>;
  /** The pattern of a path, without the ids and secrets in it, for logs: `/idp/interaction/:tenant/:uid`. */
  patternOf(path: string): string;
  /** True for the issuer's own host (name and port), the only one on which it replies. */
  matches(host: string): boolean;
  /** Public keys, to verify its tokens without a request. The same object until they change. */
  keys(): JSONWebKeySet;
  /**
   * The same, read from the database when that was not done within the last second: a rotation takes effect on every
   * server within it.
   */
  freshKeys(): Promise<JSONWebKeySet>;
  /** The public key that a token names; an unknown one is looked up at a bounded rate. */
  verificationKey: JWTVerifyGetKey;
  /** False once the person signed out, or token reuse ended the grant. One look-up by primary key. */
  grantIsLive(grantId: string): Promise<boolean>;
  /** Ends a grant with its codes and refresh tokens. */
  endGrant(grantId: string): Promise<void>;
  /** @returns null when the address is taken @throws when the password is too weak */
  createAccount(person: NewPerson): Promise<Account | null>;
  /** @param email in any letter case */
  findAccount(email: string): Promise<Account | null>;
  /** @throws when the password is too weak */
  setPassword(account: Account, password: string): Promise<void>;
  /** Deletes what has expired and maintains the signing keys; to be called regularly. @returns number of rows */
  deleteExpired(): Promise<number>;
}

/**
 * Prepares the embedded OpenID Connect provider: loads or creates its keys and reads the brands' SVG drawings.
 * @throws when the issuer is invalid or a key cannot be decrypted
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { issuer, store, log } = options;
  const now = options.now ?? Date.now;
  const { host: issuerHost, pathname: mountPath, protocol } = new URL(issuer);
  if (!mountPath.endsWith('/') || mountPath === '/')
    throw new Error(`the issuer ${issuer} must end with a path and '/'`);

  const brands = new Brands(await brandsOf(options));
  const secrets = {
    ...(options.keySecret === undefined ? {} : { secret: options.keySecret }),
    ...(options.keySecretBefore === undefined ? {} : { secretBefore: options.keySecretBefore }),
  };
  const ring = await openKeyRing(store.signingKeys, { ...secrets, log, now });
  const assets = await loadAssets();
  const pages = pagesOf(brands, mountPath);
  const contexts = new WeakMap<IncomingMessage, RequestContext>();
  const referenceOf = (ctx: KoaContextWithOIDC) => contexts.get(ctx.req)?.correlationId ?? '';
  const noticeOf = (error: unknown) => (options.isDiskFull?.(error) ? notices().diskFull : notices().failed);
  const cookies = browserCookies(issuer, options.cookieSuffix);
  const { sendMail } = options;
  const news = accountNews(store.recovery, sendMail);
  const fetchProvider = options.fetchProvider;
  const company = companyLogIns({ store, brands, pages, issuer, log, now, cookies, ...news, secrets, fetchProvider });
  function engineWith(keys: SigningKeys) {
    const provider = createProvider({
      ...options,
      cookies,
      keys,
      logOuts: company.logOuts,
      brands,
      now,
      pages: enginePagesOf(brands, mountPath, referenceOf, noticeOf),
    });
    logEvents(provider, log, referenceOf);
    return { version: keys.version, provider, answer: provider.callback() };
  }
  let engine = engineWith(ring.current());
  // Library instances differ only in their keys: all state is in the store.
  const { provider } = engine;
  /** What features add to signing in and to the account area, in the order in which people see it. */
  const mailboxUrl = options.localMailbox === true ? (brand: Brand) => `${brand.origin}/mailbox` : null;
  const limits = throttle(store.attempts, now);
  const common = { provider, brands, store, pages, issuer, log, now, cookies, throttle: limits, sendMail, ...news };
  const commonWords = [...brands.all.map((brand) => brand.tenant.name), 'academy'];
  const { accounts, codes } = store;
  const artifacts = store.artifacts;
  const sealer = totpSealer(secrets);
  const question = keepQuestion({ ...common, recovery: store.recovery });
  const resets = passwordResets({ ...common, accounts, codes });
  const factors = secondFactors({
    ...common,
    store: store.secondFactors,
    passkeys: store.passkeys,
    attempts: store.attempts,
    sealer,
  });
  const withPasskeys = passkeys({
    ...common,
    store: store.passkeys,
    accounts,
    factors,
    ceremonies: ceremonies({ store: store.passkeys, challenges: challenges(artifacts, now), issuer }),
    script: `${assetsOf(mountPath)}passkey.js`,
  });
  const parts: readonly SignInPart[] = [
    // Before any second factor, which may be a thief's.
    question.part,
    ownAccount({ ...common, accounts, codes, commonWords, mailboxUrl }),
    secondFactor({ ...common, artifacts, devices: store.devices, factors, sealer, passkeys: withPasskeys.step }),
    withPasskeys,
    company.part,
    passwordFirst(resets),
  ];
  const interact = interactions({
    ...common,
    companies: company.directories,
    commonWords,
    mailboxUrl,
    confirmations: confirmations({ ...common, codes }),
    resets,
    footerOf: options.footerOf ?? (async ({ footer }) => footer),
    waitingScript: `${assetsOf(mountPath)}waiting.js`,
    ways: parts.flatMap((part) => part.ways ?? []),
    steps: parts.flatMap((part) => part.steps ?? []),
  });
  const showAccount = accountArea({
    ...common,
    accountPages: parts.flatMap((part) => part.pages ?? []),
  });
  const followLink = mailLinks({ ...common, commonWords });
  const headers = Object.entries(securityHeaders(brands, issuer));
  const matches = (host: string) => host.toLowerCase() === issuerHost;

  /** Whether a request may reach the library: a return from a sign-in must come from the browser that started it. */
  async function mayResume(below: string, req: IncomingMessage): Promise<boolean> {
    const uid = RESUMES.exec(below)?.[1];
    if (uid === undefined) return true;
    const interaction = /^[\w-]{10,64}$/.test(uid) ? await provider.Interaction.find(uid) : undefined;
    if (interaction === undefined || !provesInteraction(cookies.proof(req), interaction)) return false;
    // The library goes by its cookie: it gets the sign-in whose proof was checked, whatever else the browser sent.
    req.headers.cookie = `${provider.cookieName('resume')}=${uid}; ${req.headers.cookie ?? ''}`;
    return true;
  }

  async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext): Promise<void> {
    const url = req.url ?? '/';
    const [path = '/'] = url.split('?');
    if (!matches(context.host) || !path.startsWith(mountPath))
      return pages.notice(res, 404, brands.fallback, notices().notFound);
    if (`${context.protocol}:` !== protocol) {
      // Behind an untrusted proxy everything would seem to work, and tokens would travel unencrypted.
      log.error(
        { correlationId: context.correlationId, issuer, protocol: context.protocol },
        'the request did not come by the issuer’s protocol: is the proxy in front configured as trusted?',
      );
      return pages.notice(res, 400, brands.fallback, notices().refused, context.correlationId);
    }
    // The only way in which NUL characters could reach the database, which refuses them.
    if (/%00/.test(url)) return pages.notice(res, 400, brands.fallback, notices().refused);

    const below = path.slice(mountPath.length);
    const chosen = chosenLanguage(req);
    if (chosen !== null) {
      cookies.keepLanguage(res, chosen.language);
      return redirect(res, chosen.address);
    }
    if (below.startsWith('interaction/')) return interact(req, res, context, below.slice('interaction/'.length));
    if (below === 'account' || below.startsWith('account/')) return showAccount(req, res, context, below);
    if (isDirectoryPath(below)) return company.answer(req, res, context, below);
    if (below === KEEP) return question.page(req, res, context);
    if (isLinkPage(below)) return followLink(req, res, context, below);
    const asset = below.startsWith('assets/') ? assets.get(below.slice('assets/'.length)) : undefined;
    if (asset !== undefined) {
      res.writeHead(200, {
        'content-type': asset.type,
        'content-length': asset.body.length,
        'cache-control': 'public, max-age=86400',
      });
      res.end(req.method === 'HEAD' ? undefined : asset.body);
      return;
    }
    if (!ENGINE_PATH.test(below)) return pages.notice(res, 404, brands.fallback, notices().notFound);
    if (!(await mayResume(below, req))) return pages.notice(res, 400, brands.fallback, notices().expired);
    // The library expects paths below the mount, and reads host and protocol from headers: it gets our values only.
    Object.assign(req, { originalUrl: url, url: url.slice(mountPath.length - 1) });
    for (const name of Object.keys(req.headers)) if (name.startsWith('x-forwarded-')) delete req.headers[name];
    req.headers['x-forwarded-proto'] = context.protocol;
    req.headers.host = issuerHost;
    const keys = await ring.fresh();
    if (keys.private.length === 0) throw new Error('no signing key can be opened');
    if (keys.version !== engine.version) engine = engineWith(keys);
    await engine.answer(req, res);
  }

  return {
    issuer,
    mountPath,
    matches,
    patternOf: (path) => `${mountPath}${patternBelow(path.slice(mountPath.length))}`,
    keys: () => ring.current().public,
    freshKeys: async () => (await ring.fresh()).public,
    verificationKey: ring.verificationKey,
    async handle(req, res, context) {
      contexts.set(req, context);
      for (const [name, value] of headers) res.setHeader(name, value);
      await context.inLanguage(languageFor(req, res, context, cookies, issuer), async () => {
        try {
          await answer(req, res, context);
        } catch (error) {
          log.error({ correlationId: context.correlationId, err: error }, 'identity could not answer');
          if (res.headersSent) res.destroy();
          else pages.notice(res, 503, brands.fallback, noticeOf(error), context.correlationId);
        }
      });
    },
    grantIsLive: async (grantId) => (await store.artifacts.find('Grant', grantId)) !== null,
    endGrant: (grantId) => store.artifacts.endGrant(grantId),
    findAccount: (email) => store.accounts.findByEmail(email),
    async createAccount({ password, emailVerified = true, ...person }) {
      refuseWeak(password, person.email);
      const passwordHash = await hashPassword(password);
      return store.accounts.create({
        ...person,
        email: person.email.trim().toLowerCase(),
        passwordHash,
        emailVerified,
      });
    },
    async setPassword(account, password) {
      refuseWeak(password, account.email);
      await store.accounts.setPasswordHash(account.accountId, await hashPassword(password));
    },
    async deleteExpired() {
      const changes = await keepUp(store.signingKeys, keySealer(secrets), now);
      for (const { kid, signsFrom } of changes.add) log.info({ kid, signsFrom }, 'the next signing key is shown');
      for (const kid of changes.retire) log.info({ kid }, 'a signing key was retired');
      const counts = await Promise.all([
        store.artifacts.deleteExpired(),
        codes.deleteExpired(),
        store.attempts.deleteExpired(),
        store.devices.deleteUnused(new Date(now() - DEVICE_LIFETIME_MS)),
        accounts.deleteUnconfirmed(new Date(now() - UNCONFIRMED_LIFETIME_MS)),
        ...parts.map(async (part) => (await part.deleteExpired?.()) ?? 0),
      ]);
      return counts.reduce((sum, count) => sum + count, changes.remove.length);
    },
  };
}

const DAY_MS = 24 * 60 * 60_000;
/** A browser unused for this long counts as new. */
const DEVICE_LIFETIME_MS = 365 * DAY_MS;
/** Unconfirmed accounts are deleted after this time. */
const UNCONFIRMED_LIFETIME_MS = 7 * DAY_MS;

/** Paths of the library; any other path below the mount is not found. */
const ENGINE_PATH = /^(?:oauth2\/v1\/|\.well-known\/)/;
/** Return of a finished sign-in to the library, in any spelling that its router may accept. */
const RESUMES = /^oauth2\/v1\/authorize\/(.*)$/i;

async function brandsOf({ tenants, tenantOrigins }: IdentityOptions): Promise<Brand[]> {
  const known = [...tenants].flatMap((tenant) => {
    const origins = tenantOrigins[tenant.tenantId] ?? [];
    return origins[0] === undefined ? [] : [{ tenant, origin: origins[0], origins }];
  });
  return Promise.all(
    known.map(async (one) => ({
      ...one,
      clientId: clientIdOf(one.tenant.tenantId),
      logo: await readFile(tenantFilePath(one.tenant, one.tenant.logo.file), 'utf8'),
      favicon: await readFile(tenantFilePath(one.tenant, one.tenant.favicon.file), 'utf8'),
    })),
  );
}

function refuseWeak(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem !== null) throw new Error(`the password will not do: ${problem}`);
}

/** The library's replies to browsers are brief on purpose; the reason is logged with the request's id. */
function logEvents(provider: Provider, log: Log, referenceOf: (ctx: KoaContextWithOIDC) => string): void {
  const refused = (event: string) => (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) =>
    log.info(
      {
        correlationId: referenceOf(ctx),
        clientId: ctx.oidc.client?.clientId,
        error: error.error,
        reason: error.error_detail ?? error.error_description,
      },
      `${event} refused`,
    );
  provider.on('grant.error', refused('token request'));
  provider.on('authorization.error', refused('sign-in request'));
  provider.on('end_session.error', refused('sign-out'));
  provider.on('end_session_confirm.error', refused('sign-out'));
  provider.on('revocation.error', refused('revocation'));
  provider.on('userinfo.error', refused('userinfo'));
  provider.on('grant.revoked', (ctx, grantId) => log.info({ correlationId: referenceOf(ctx), grantId }, 'grant ended'));
  provider.on('server_error', (ctx, error) =>
    log.error({ correlationId: referenceOf(ctx), err: error }, 'identity failed'),
  );
  // Without a listener the library's framework would print to the console.
  const framework: EventEmitter = provider;
  framework.on('error', (error: unknown) => log.error({ err: error }, 'identity failed'));
}
