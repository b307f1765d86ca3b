import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { default as Provider } from 'oidc-provider';
import type { AccountPage, AccountRequest } from './account-page.ts';
import { type Brand, type Brands, clientIdOf } from './brands.ts';
import type { BrowserCookies } from './browser-cookies.ts';
import { formStates } from './form-states.ts';
import type { Account, IdentityStore } from './identity-store.ts';
import type { Log } from './log.ts';
import { accountAreaTexts } from './pages/account-area-texts.ts';
import { overviewPage, withSaid } from './pages/account-pages.ts';
import { confirmationTexts } from './pages/confirmation-texts.ts';
import { EMPTY_FORM, type Notice, notices } from './pages/pages.ts';
import type { Pages } from './pages/send.ts';
import { type ProviderSession, providerSessionOf } from './provider-session.ts';
import { PASSWORD_FIRST } from './recovery/password-first.ts';
import { FormRefusedError, type RequestContext, readForm } from './request.ts';

/** Pages that change how to sign in require a sign-in within this time, ms. */
const RECENT_MS = 10 * 60_000;

/** Path below the mount to which the provider redirects after a sign-in for the account area. */
export const ACCOUNT_RETURN = 'account/back';

export interface AccountAreaOptions {
  provider: Provider;
  brands: Brands;
  store: IdentityStore;
  pages: Pages;
  issuer: string;
  log: Log;
  now: () => number;
  cookies: BrowserCookies;
  /** In the order of the overview. */
  accountPages: readonly AccountPage[];
}

/**
 * The owner's pages of an account, `{issuer}account` and below. The browser's provider session identifies the person;
 * without one, or with one that is too old for the page, the provider's own log-in (second factor included) redirects
 * back to the page.
 * `?tenant=` chooses the look and is remembered.
 */
export function accountArea(options: AccountAreaOptions) {
  const { provider, brands, store, pages, issuer, log, now } = options;
  const { origin, pathname: mountPath } = new URL(issuer);
  const states = formStates(store.artifacts, now);
  const table = new Map(options.accountPages.map((page) => [page.path, page]));
  const overview: AccountPage = {
    path: '',
    recent: false,
    async show(request) {
      const entries = await Promise.all(
        options.accountPages.map(async (page) => {
          const entry = (await page.entry?.(request)) ?? null;
          return entry === null ? [] : [{ ...entry, href: request.at(page.path) }];
        }),
      );
      return { title: accountAreaTexts.title, content: overviewPage(request.brand, request.account, entries.flat()) };
    },
    said: () => Object.assign({}, ...options.accountPages.map((page) => page.said?.() ?? {})) as Record<string, string>,
  };
  const at = (path: string) => `${mountPath}account${path === '' ? '' : `/${path}`}`;

  /** @param below the path after the mount path: `account`, `account/password` */
  return async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext, below: string) {
    const path = below.slice('account'.length).replace(/^\//, '');
    const query = new URL(req.url ?? '', issuer).searchParams;
    const posted = req.method === 'POST';
    // The body is read before anything is looked up: otherwise a client could delay the last byte until after the
    // session has ended.
    const form = posted && req.headers.origin === origin ? await formOf(req, res) : null;
    const session = await providerSessionOf(provider, req);
    const brand = brandFor(req, res, query, session);
    const refuse = (status: number, notice: Notice) => pages.notice(res, status, brand, notice, undefined);

    if (below === ACCOUNT_RETURN) return comeBack(req, res, query, brand);
    const page = path === '' ? overview : table.get(path);
    if (page === undefined) return refuse(404, notices().notFound);
    if ((!posted && req.method !== 'GET' && req.method !== 'HEAD') || (posted && page.handle === undefined)) {
      res.setHeader('allow', page.handle === undefined ? 'GET, HEAD' : 'GET, HEAD, POST');
      return refuse(405, notices().notFound);
    }
    if (posted && form === null) return refuse(403, notices().crossSite);
    if (form !== null && 'refused' in form) return refuse(form.refused, notices().refused);

    const token = query.get('token');
    if (!posted && token !== null) {
      res.setHeader('referrer-policy', 'no-referrer');
      options.cookies.keepLink(res, below, /^[\w-]{43}$/.test(token) ? token : null);
      return redirect(res, at(path));
    }
    const account = session === null ? null : await store.accounts.findById(session.accountId);
    const recent = session !== null && now() - session.signedInAt <= RECENT_MS;
    if (session === null || account === null || (page.recent && !recent))
      return redirect(res, logInAddress(brand, path, account));

    const held = account.recoveringSince !== null;
    if (page !== overview && held !== (path === PASSWORD_FIRST))
      return redirect(res, at(held ? PASSWORD_FIRST : 'password'));

    const { cookies } = options;
    const request: AccountRequest = { req, res, context, brand, account, session, secret: cookies.link(req), at };
    const place = `account ${session.uid}`;
    if (form !== null) return submit(request, page, place, form.given);
    const state = query.has('again') ? await states.of(place, path) : EMPTY_FORM;
    const shown = await page.show(request, state);
    const said = new Map(Object.entries(page.said?.() ?? {})).get(query.get('said') ?? '');
    const wrong = state.problem !== undefined || Object.keys(state.errors).length > 0;
    pages.send(res, 200, {
      brand,
      ...shown,
      content: withSaid(said, shown.content),
      title: wrong ? confirmationTexts.errorTitle({ title: shown.title }) : shown.title,
    });
  };

  async function submit(request: AccountRequest, page: AccountPage, place: string, form: URLSearchParams) {
    const { res, context, brand, account } = request;
    const handled = await page.handle?.(request, form);
    if (handled === undefined) return pages.notice(res, 405, brand, notices().notFound);
    if ('once' in handled) return pages.send(res, 200, { brand, ...handled.once });
    if ('again' in handled) {
      await states.keep(place, page.path, handled.again);
      // A POST always redirects: otherwise Back would end in the browser's own error page.
      return redirect(res, `${at(page.path)}?again=${now().toString(36)}`);
    }
    await states.forget(place, page.path);
    if (request.secret !== null) options.cookies.keepLink(res, `account/${page.path}`, null);
    const done = { correlationId: context.correlationId, page: page.path, accountId: account.accountId };
    log.info(done, 'an account was changed');
    redirect(res, `${at(handled.to)}${handled.said === undefined ? '' : `?said=${handled.said}`}`);
  }

  /** The redirect at the end of `logInAddress`. Its code is dropped, because the new session is in the cookie. */
  function comeBack(req: IncomingMessage, res: ServerResponse, query: URLSearchParams, brand: Brand) {
    if (req.method !== 'GET' && req.method !== 'HEAD') return pages.notice(res, 405, brand, notices().notFound);
    if (query.has('error')) return pages.notice(res, 400, brand, notices().refused);
    const wanted = query.get('state') ?? '';
    redirect(res, at(table.has(wanted) ? wanted : ''));
  }

  /** Starts a log-in that returns to the page: a repeated one for a signed-in person, a usual one for others. */
  function logInAddress(brand: Brand, path: string, account: Account | null): string {
    const query = new URLSearchParams({
      client_id: clientIdOf(brand.tenant.tenantId),
      redirect_uri: `${issuer}${ACCOUNT_RETURN}`,
      response_type: 'code',
      scope: 'openid',
      // No tokens are requested with this code, so the verifier is not stored.
      code_challenge: createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url'),
      code_challenge_method: 'S256',
      nonce: randomBytes(16).toString('hex'),
      state: path,
      prompt: 'login',
      ...(account === null ? {} : { login_hint: account.email }),
    });
    return `${mountPath}oauth2/v1/authorize?${query}`;
  }

  function brandFor(
    req: IncomingMessage,
    res: ServerResponse,
    query: URLSearchParams,
    session: ProviderSession | null,
  ): Brand {
    const named = (tenantId: string | null) => brands.all.find((brand) => brand.tenant.tenantId === tenantId);
    const asked = named(query.get('tenant'));
    if (asked !== undefined) options.cookies.keepBrand(res, asked.tenant.tenantId);
    return asked ?? named(options.cookies.brand(req)) ?? brands.ofClient(session?.clientIds[0]);
  }
}

/** Reads a form, or returns the status with which it is refused. */
export async function formOf(
  req: IncomingMessage,
  res: ServerResponse,
  limit?: number,
): Promise<{ given: URLSearchParams } | { refused: number }> {
  try {
    return { given: await readForm(req, limit) };
  } catch (error) {
    if (!(error instanceof FormRefusedError)) throw error;
    // Unread bytes of the body would be parsed as the next request.
    res.setHeader('connection', 'close');
    return { refused: error.status };
  }
}

/** After a form: the browser requests the page again by GET. */
export function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}
