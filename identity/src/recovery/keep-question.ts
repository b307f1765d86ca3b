import type { IncomingMessage, ServerResponse } from 'node:http';
import { formOf, redirect } from '../account-area.ts';
import type { Brands } from '../brands.ts';
import type { BrowserCookies } from '../browser-cookies.ts';
import type { Account } from '../identity-store.ts';
import type { Log } from '../log.ts';
import { notices } from '../pages/pages.ts';
import type { Pages } from '../pages/send.ts';
import type { RequestContext } from '../request.ts';
import { hashSecret } from '../secrets.ts';
import type { SignInPart, SignInStep } from '../sign-in-parts.ts';
import { keepPage } from './keep-page.ts';
import type { RecoveryStore } from './recovery-store.ts';
import { recoveryTexts } from './recovery-texts.ts';

/** Path below the mount, and name of the step. */
export const KEEP = 'keep';

export interface KeepQuestionOptions {
  recovery: RecoveryStore;
  brands: Brands;
  pages: Pages;
  cookies: BrowserCookies;
  issuer: string;
  log: Log;
  now: () => number;
}

/**
 * Asks the owner of an account once, after a reset by mail, which credentials to keep. The question is shown in the
 * browser that set the password, before any second factor, which may be a thief's. If it is not answered there, it is
 * the first step of the next log-in.
 */
export function keepQuestion(options: KeepQuestionOptions) {
  const { recovery, brands, pages, cookies, issuer, log, now } = options;
  const { origin, pathname: mountPath } = new URL(issuer);

  const content = async ({ accountId, recoveringSince }: Account, action: string) =>
    keepPage(action, await recovery.credentialsOf(accountId), recoveringSince ?? new Date(now()));

  async function answer({ accountId, questionCode }: Account, form: URLSearchParams, context: RequestContext) {
    const done = await recovery.answer(accountId, questionCode ?? '', new Set(form.getAll('keep')));
    if (done) log.info({ correlationId: context.correlationId, accountId }, 'the owner chose what to keep');
    return done;
  }

  const step: SignInStep = {
    name: KEEP,
    needed: async ({ account }) => account.questionCode !== null,
    show: async (request, { account }) => ({
      title: recoveryTexts.keepTitle,
      content: await content(account, request.at(KEEP)),
    }),
    async handle(request, { account }, form) {
      await answer(account, form, request.context);
      return { amr: [] };
    },
  };
  const part: SignInPart = { steps: [step] };

  /** The page outside of a log-in: the secret of the link that set the password identifies the browser. */
  async function page(req: IncomingMessage, res: ServerResponse, context: RequestContext): Promise<void> {
    const posted = req.method === 'POST';
    if (!posted && req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD, POST');
      return pages.notice(res, 405, brands.fallback, notices().notFound);
    }
    if (posted && req.headers.origin !== origin) return pages.notice(res, 403, brands.fallback, notices().crossSite);
    const tenantId = new URL(req.url ?? '', issuer).searchParams.get('tenant') ?? '';
    const brand = brands.ofTenant(tenantId);
    const secret = cookies.link(req);
    const account = secret === null ? null : await recovery.findByQuestion(hashSecret(secret));
    if (account === null) return pages.notice(res, 400, brand, notices().linkExpired);
    if (!posted) {
      const shown = await content(account, `${mountPath}${KEEP}?tenant=${brand.tenant.tenantId}`);
      return pages.send(res, 200, { brand, title: recoveryTexts.keepTitle, content: shown });
    }
    const form = await formOf(req, res);
    if ('refused' in form) return pages.notice(res, form.refused, brand, notices().refused);
    if (!(await answer(account, form.given, context))) return pages.notice(res, 400, brand, notices().linkExpired);
    cookies.keepLink(res, KEEP, null);
    redirect(res, `${mountPath}reset?done&tenant=${brand.tenant.tenantId}`);
  }

  return { part, page };
}
