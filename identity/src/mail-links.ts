import type { IncomingMessage, ServerResponse } from 'node:http';
import { withLanguage } from '@academy/contract/i18n/address';
import type { default as Provider } from 'oidc-provider';
import { formOf, redirect } from './account-area.ts';
import type { NotifyOwner } from './account-news.ts';
import type { AccountCode, CodePurpose } from './accounts-store.ts';
import { type Brand, type Brands, homeOf } from './brands.ts';
import type { BrowserCookies } from './browser-cookies.ts';
import { formStates } from './form-states.ts';
import type { IdentityStore } from './identity-store.ts';
import { interactionProgress, passwordVersion } from './interaction-progress.ts';
import type { Log } from './log.ts';
import { confirmLinkPage, newPasswordPage, undoPage } from './pages/confirmation-pages.ts';
import { confirmationTexts } from './pages/confirmation-texts.ts';
import { EMPTY_FORM, type FormState, type Notice, noticePage, notices } from './pages/pages.ts';
import type { Pages } from './pages/send.ts';
import { signInPageTexts } from './pages/sign-in-page-texts.ts';
import { RESET_LIFETIME_MS } from './password-reset.ts';
import {
  hashPassword,
  NO_PASSWORD,
  PASSWORD_MAX_LENGTH,
  PasswordsBusyError,
  passwordProblem,
  verifyPassword,
} from './passwords.ts';
import { KEEP } from './recovery/keep-question.ts';
import type { RequestContext } from './request.ts';
import { hashSecret, newSecret } from './secrets.ts';
import type { Throttle } from './throttle.ts';

export interface MailLinkOptions {
  provider: Provider;
  brands: Brands;
  store: IdentityStore;
  pages: Pages;
  issuer: string;
  log: Log;
  now: () => number;
  cookies: BrowserCookies;
  throttle: Throttle;
  notifyOwner: NotifyOwner;
  /** Words that do not add strength to a password. */
  commonWords: readonly string[];
}

type LinkPage = 'confirm' | 'reset' | 'undo';

const PURPOSES: Readonly<Record<LinkPage, readonly CodePurpose[]>> = {
  confirm: ['verify-email'],
  reset: ['reset-password', 'invitation'],
  undo: ['undo-email'],
};

/** What the page says after the button was pressed. */
const doneNotice: Record<LinkPage, () => Notice> = {
  confirm: () => ({ title: confirmationTexts.confirmedTitle, text: confirmationTexts.confirmed }),
  reset: () => ({ title: confirmationTexts.changedTitle, text: confirmationTexts.changed }),
  undo: () => ({ title: confirmationTexts.undoneTitle, text: confirmationTexts.undone }),
};

/** Value of `done` after the first password of an account. */
const FIRST = 'first';
const firstPasswordNotice = (): Notice => ({
  title: confirmationTexts.firstPasswordTitle,
  text: confirmationTexts.firstPassword,
});

/** A press of the button behind a valid link. */
interface Pressed {
  req: IncomingMessage;
  res: ServerResponse;
  context: RequestContext;
  brand: Brand;
  code: AccountCode;
  password: string;
  /** Shows the confirmation. @param isFirst whether the account had no password before */
  finish: (isFirst?: boolean) => void;
}

/** Whether a path below the mount belongs to a mailed link. */
export function isLinkPage(below: string): below is LinkPage {
  return Object.hasOwn(PURPOSES, below);
}

/**
 * The pages of mailed links: `{issuer}confirm`, `reset` and `undo`. With the first request the secret moves from the
 * address to a cookie of the page, so that neither history nor a referrer reveals it. GET changes nothing, because mail
 * programs open links by themselves: the button's POST does.
 */
export function mailLinks(options: MailLinkOptions) {
  const { provider, brands, store, pages, issuer, log, now, cookies, throttle, notifyOwner, commonWords } = options;
  const { origin, pathname: mountPath } = new URL(issuer);
  const states = formStates(store.artifacts, now);
  const progresses = interactionProgress(store.artifacts, now);

  const handlers: Record<LinkPage, (pressed: Pressed) => Promise<FormState | null>> = { confirm, reset, undo };

  return async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext, page: LinkPage) {
    const posted = req.method === 'POST';
    if (!posted && req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD, POST');
      return pages.notice(res, 405, brands.fallback, notices().notFound);
    }
    if (posted && req.headers.origin !== origin) return pages.notice(res, 403, brands.fallback, notices().crossSite);
    const address = `${mountPath}${page}`;
    const query = new URL(req.url ?? '', issuer).searchParams;
    if (!posted && query.has('done'))
      return done(
        res,
        brands.ofTenant(query.get('tenant') as Brand['tenant']['tenantId']),
        page,
        query.get('done') === FIRST ? firstPasswordNotice() : doneNotice[page](),
      );
    const token = query.get('token');
    if (!posted && token !== null) {
      res.setHeader('referrer-policy', 'no-referrer');
      cookies.keepLink(res, page, /^[\w-]{43}$/.test(token) ? token : null);
      return redirect(res, address);
    }

    const secret = cookies.link(req);
    const code = secret === null ? null : await store.codes.find(hashSecret(secret));
    if (code === null || code.usedAt !== null || !PURPOSES[page].includes(code.purpose)) {
      const brand = code === null ? brands.fallback : brands.ofTenant(code.data.tenantId);
      return pages.notice(res, 400, brand, notices().linkExpired);
    }
    const brand = brands.ofTenant(code.data.tenantId);
    const finish = (isFirst = false) => {
      cookies.keepLink(res, page, null);
      redirect(res, `${address}?done${isFirst ? `=${FIRST}` : ''}&tenant=${brand.tenant.tenantId}`);
    };
    if (!posted) {
      const state = query.has('again') ? await states.of(code.codeHash, page) : EMPTY_FORM;
      return show(req, res, brand, page, code, state, address);
    }
    const form = await formOf(req, res);
    if ('refused' in form) return pages.notice(res, form.refused, brand, notices().refused);
    const problem = await handlers[page]({
      req,
      res,
      context,
      brand,
      code,
      password: form.given.get('password') ?? '',
      finish,
    });
    if (problem === null) return;
    await states.keep(code.codeHash, page, problem);
    redirect(res, `${address}?again=${now().toString(36)}`);
  };

  /** The browser that registered needs nothing else; any other one needs the password that was chosen there. */
  async function confirm({ req, res, context, brand, code, password, finish }: Pressed): Promise<FormState | null> {
    const waiting = waitingHere(req, code);
    if (waiting === null) {
      if (!(await throttle.guess(`link ${code.codeHash}`)))
        return {
          values: {},
          errors: {},
          problem: confirmationTexts.tooMany,
        };
      const stored = code.data.registration?.passwordHash ?? null;
      const right = await busyAware(() => verifyPassword(password.slice(0, PASSWORD_MAX_LENGTH * 2), stored));
      if (right === null) return busy();
      if (!right) return { values: {}, errors: { password: confirmationTexts.passwordWrong } };
    }
    const account = await store.accounts.confirm(code.codeHash);
    if (account === null) return gone();
    log.info({ correlationId: context.correlationId, accountId: account.accountId }, 'an account was confirmed');
    if (waiting === null || !(await isWaiting(waiting.uid))) finish();
    else redirect(res, `${mountPath}interaction/${brand.tenant.tenantId}/${waiting.uid}/confirm`);
    return null;
  }

  /** The new password counts as proof in the browser that requested the link: its sign-in continues. */
  async function reset({ req, res, context, brand, code, password, finish }: Pressed): Promise<FormState | null> {
    const before = await store.accounts.findById(code.accountId);
    if (before === null) return gone();
    // A take-back has removed a password that there was.
    const isFirst = before.passwordHash === NO_PASSWORD && before.recoveringSince === null;
    const words = [before.firstName, before.lastName, ...commonWords];
    const weak = passwordProblem(password, before.email, words);
    if (weak !== null) return { values: {}, errors: { password: weak } };
    const passwordHash = await busyAware(() => hashPassword(password));
    if (passwordHash === null) return busy();
    const account = await store.accounts.resetPassword(code.codeHash, passwordHash);
    if (account === null) return gone();
    const { accountId } = account;
    log.info({ correlationId: context.correlationId, accountId }, 'a password was reset');
    const { tenantId } = brand.tenant;
    const key = `password-changed ${code.codeHash}`;
    // The first password of an invited person changes nothing that they knew.
    if (code.purpose === 'reset-password')
      await notifyOwner(account, { kind: 'password-changed', tenantId, link: null, detail: null, key });
    const waiting = waitingHere(req, code);
    cookies.keepLink(res, 'reset', null);
    if (waiting !== null && (await isWaiting(waiting.uid))) {
      await progresses.keep(waiting.uid, {
        accountId,
        amr: ['pwd'],
        password: passwordVersion(passwordHash),
        done: [],
      });
      redirect(res, `${mountPath}interaction/${tenantId}/${waiting.uid}/next`);
    } else if (account.questionCode !== null) {
      cookies.keepLink(res, KEEP, cookies.link(req));
      redirect(res, `${mountPath}${KEEP}?tenant=${tenantId}`);
    } else finish(isFirst);
    return null;
  }

  /** Opening the link proves access to the address's mail, as does a link for a new password. */
  async function undo({ res, context, code, finish }: Pressed): Promise<FormState | null> {
    const changed = await store.accounts.changeEmail(code.codeHash);
    if (changed === null || changed === 'taken') return gone();
    const { accountId } = changed.account;
    log.info({ correlationId: context.correlationId, accountId }, 'a change of address was taken back');
    const secret = newSecret();
    const [createdAt, expiresAt] = [new Date(now()), new Date(now() + RESET_LIFETIME_MS)];
    const reset = { codeHash: hashSecret(secret), accountId, purpose: 'reset-password' as const, createdAt, expiresAt };
    await store.codes.add({ ...reset, email: changed.account.email, data: { tenantId: code.data.tenantId } }, 'all');
    cookies.keepLink(res, 'reset', secret);
    finish();
    return null;
  }

  function waitingHere(req: IncomingMessage, code: AccountCode) {
    const waiting = cookies.waiting(req);
    return waiting !== null && hashSecret(waiting.proof) === code.data.browser ? waiting : null;
  }

  async function isWaiting(uid: string): Promise<boolean> {
    return (await provider.Interaction.find(uid)) !== undefined;
  }

  async function show(
    req: IncomingMessage,
    res: ServerResponse,
    brand: Brand,
    page: LinkPage,
    code: AccountCode,
    state: FormState,
    action: string,
  ) {
    const wrong = state.problem !== undefined || Object.keys(state.errors).length > 0;
    const send = (title: string, content: Parameters<Pages['send']>[2]['content']) =>
      pages.send(res, 200, { brand, title: wrong ? confirmationTexts.errorTitle({ title }) : title, content });
    if (page === 'reset')
      return send(confirmationTexts.choosePassword, newPasswordPage({ action, email: code.email, state }));
    if (page === 'undo') return send(confirmationTexts.undoTitle, undoPage({ action, email: code.email, state }));
    const asksPassword = waitingHere(req, code) === null;
    return send(confirmationTexts.confirmTitle, confirmLinkPage({ action, brand, asksPassword, state }));
  }

  function done(res: ServerResponse, brand: Brand, page: LinkPage, notice: Notice) {
    const next =
      page === 'undo'
        ? { href: `${mountPath}reset`, label: confirmationTexts.choosePassword }
        : page === 'reset'
          ? { href: `${brand.origin}${withLanguage('/auth')}`, label: signInPageTexts.logIn }
          : undefined;
    const content = noticePage(brand, homeOf(brand, undefined), notice, { next });
    pages.send(res, 200, { brand, title: notice.title, content });
  }
}

const gone = (): FormState => ({ values: {}, errors: {}, problem: confirmationTexts.gone });
const busy = (): FormState => ({ values: {}, errors: {}, problem: confirmationTexts.busy });

async function busyAware<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusyError) return null;
    throw error;
  }
}
