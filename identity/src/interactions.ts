import type { IncomingMessage, ServerResponse } from 'node:http';
import { type default as Provider, errors as providerErrors } from 'oidc-provider';
import { formOf, redirect } from './account-area.ts';
import type { NotifyOwner } from './account-news.ts';
import type { Account } from './accounts-store.ts';
import type { BrowserCookies } from './browser-cookies.ts';
import type { Confirmations } from './confirmation.ts';
import { deviceOf } from './device.ts';
import { DIRECTORY_PAGE, type Directories } from './directories/directories.ts';
import { formStates } from './form-states.ts';
import type { IdentityStore } from './identity-store.ts';
import { type InteractionPagesOptions, interactionPages, STAY } from './interaction-pages.ts';
import { interactionProgress, type Progress, passwordVersion } from './interaction-progress.ts';
import { interactionProof, provesInteraction } from './interaction-proof.ts';
import { atLeast, redisplaysForm, STEADY_MS, tooManyMails, withHint } from './interaction-replies.ts';
import type { Log } from './log.ts';
import { loggedInAlready } from './logged-in-already.ts';
import { checkInboxPage } from './pages/confirmation-pages.ts';
import { confirmationTexts } from './pages/confirmation-texts.ts';
import { EMPTY_FORM, type FormState, type Notice, notices } from './pages/pages.ts';
import { signInPageTexts } from './pages/sign-in-page-texts.ts';
import type { PasswordResets } from './password-reset.ts';
import type { RequestContext } from './request.ts';
import { emailOf, emailProblem, signIn, typed } from './sign-in.ts';
import { noteSignIn } from './sign-in-channel.ts';
import type { InteractionRequest, Outcome, Proved, SignInStep, SignInWay } from './sign-in-parts.ts';
import { type Throttle, waitInMinutes } from './throttle.ts';

export interface InteractionOptions extends InteractionPagesOptions {
  provider: Provider;
  store: IdentityStore;
  log: Log;
  now: () => number;
  cookies: BrowserCookies;
  confirmations: Confirmations;
  resets: PasswordResets;
  throttle: Throttle;
  companies: Directories;
  notifyOwner: NotifyOwner;
  /** Words that do not add strength to a password. */
  commonWords: readonly string[];
  /** Address of the script that reloads the waiting page when the person returns to it. */
  waitingScript: string;
  /** In the order in which they are passed. */
  steps: readonly SignInStep[];
}

/**
 * The pages between the authorization endpoint and the redirect back: `interaction/{tenant}/{uid}` and below it
 * `sign-in`,
 * `register`, the ways and the steps. The tenant in the address only selects the look once the interaction itself has
 * expired.
 */
export function interactions(options: InteractionOptions) {
  const { provider, brands, store, pages, issuer, log, now, ways, steps, cookies, confirmations, companies } = options;
  const { origin: issuerOrigin, pathname: mountPath } = new URL(issuer);
  const states = formStates(store.artifacts, now);
  const progresses = interactionProgress(store.artifacts, now);
  const { accounts, devices } = store;
  const { show, send } = interactionPages(options);
  const logged = loggedInAlready(provider, accounts);
  const people = signIn({ accounts, devices, throttle: options.throttle, commonWords: options.commonWords });

  /** @param path the path after `interaction/` */
  return async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext, path: string) {
    const match = /^([a-z][a-z0-9]{1,30})\/([\w-]{10,64})(?:\/([a-z][a-z-]{1,30}))?$/.exec(path);
    if (match === null) return pages.notice(res, 404, brands.fallback, notices().notFound);
    const [, tenantId = '', uid = '', chosen] = match;
    const brandOfPath = brands.ofTenant(tenantId);
    const refuse = (status: number, notice: Notice) => pages.notice(res, status, brandOfPath, notice);

    const posted = req.method === 'POST';
    if (!posted && req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD, POST');
      return refuse(405, notices().notFound);
    }
    // Browsers send the origin of every form; a form of another site could sign a person in to the attacker's account.
    if (posted && req.headers.origin !== issuerOrigin) return refuse(403, notices().crossSite);

    const interaction = await find(req, res, uid);
    if (interaction === null) return refuse(400, notices().expired);
    const { params, prompt } = interaction;
    const brand = brands.ofClient(params.client_id);
    const base = `${mountPath}interaction/${brand.tenant.tenantId}/${uid}`;
    const proof = interactionProof(interaction);
    const request: InteractionRequest = { req, res, context, brand, uid, proof, at: (page) => `${base}/${page}` };
    const name = chosen ?? (prompt.name === 'create' ? 'register' : 'sign-in');

    if (name === 'confirm') return confirm(request, posted, params);
    if (name === DIRECTORY_PAGE) return throughDirectory(request, posted, params);
    if (name === 'next') {
      const progress = await progresses.of(uid);
      return progress === null ? redirect(res, request.at('sign-in')) : advance(request, progress);
    }
    const already = FORMS.has(name) || name === STAY ? await logged.find(req, interaction) : null;
    if (name === STAY && posted && already !== null) {
      log.info({ correlationId: context.correlationId }, 'the log-in goes on as the person who is logged in');
      return logged.goOn(req, res, already);
    }
    if (name === STAY) return redirect(res, request.at('sign-in'));
    const step = steps.find((one) => one.name === name);
    if (step !== undefined) return takeStep(request, step, posted, params);
    const way = ways.find((one) => one.name === name);
    if (way === undefined && !FORMS.has(name)) return refuse(404, notices().notFound);
    if (posted) {
      if (chosen === undefined) return refuse(405, notices().notFound);
      return submit(request, name, way, refuse);
    }
    if (way !== undefined) return redirect(res, request.at('sign-in'));
    // An address that was typed before leads on at once.
    if (
      chosen === undefined &&
      already === null &&
      (await companies.leads(request, 'sign-in', new URLSearchParams(), params.login_hint))
    )
      return;
    const state = redisplaysForm(req) ? await states.of(uid, name) : EMPTY_FORM;
    return show(request, name, withHint(state, params.login_hint), params, already);
  };

  async function find(req: IncomingMessage, res: ServerResponse, uid: string) {
    try {
      const interaction = await provider.interactionDetails(req, res);
      return interaction.uid === uid && provesInteraction(cookies.proof(req), interaction) ? interaction : null;
    } catch (error) {
      if (error instanceof providerErrors.SessionNotFound) return null;
      throw error;
    }
  }

  async function submit(
    request: InteractionRequest,
    name: string,
    way: SignInWay | undefined,
    refuse: (status: number, notice: Notice) => void,
  ) {
    const { context } = request;
    const form = await formOf(request.req, request.res);
    if ('refused' in form) return refuse(form.refused, notices().refused);
    if (way === undefined && (await companies.leads(request, name, form.given, form.given.get('email')))) return;
    if (name === 'register') return register(request, form.given);
    if (name === 'forgot') return forgot(request, form.given);
    const outcome: Outcome =
      way !== undefined
        ? await way.handle(request, form.given)
        : await people.withPassword(form.given, context.ip, cookies.device(request.req));
    if ('again' in outcome) {
      noteSignIn('sent-back');
      return sendBack(request, 'sign-in', outcome.again);
    }
    await states.forget(request.uid, name);
    const { accountId, passwordHash } = outcome.account;
    return advance(request, { accountId, amr: outcome.amr, password: passwordVersion(passwordHash), done: [] });
  }

  async function throughDirectory(request: InteractionRequest, posted: boolean, params: Record<string, unknown>) {
    if (posted) return redirect(request.res, request.at('sign-in'));
    const came = await companies.page(request, params);
    if (came === null) return;
    if ('done' in came) return advance(request, came);
    noteSignIn('sent-back');
    return sendBack(request, 'sign-in', came);
  }

  async function register(request: InteractionRequest, form: URLSearchParams) {
    const { brand, uid, proof, context } = request;
    // The same duration for every address, taken or not.
    const answer = await atLeast(STEADY_MS, async () => {
      const outcome = await people.register(form, context.ip);
      if ('again' in outcome) return () => sendBack(request, 'register', outcome.again);
      const { account, registration } = outcome;
      const { firstName, lastName, email } = registration;
      const begun = await confirmations.begin(brand, proof, account, registration);
      if ('wait' in begun) {
        const values = { firstName, lastName, email };
        return () => sendBack(request, 'register', { values, errors: {}, problem: tooManyMails(begun.wait) });
      }
      await states.forget(uid, 'register');
      log.info({ correlationId: context.correlationId }, 'somebody registered');
      noteSignIn('registered');
      const password = passwordVersion(registration.passwordHash);
      const progress = { accountId: account?.accountId ?? null, amr: ['pwd'], password, done: [], confirmation: begun };
      return () => waitFor(request, progress);
    });
    await answer();
  }

  /** The page that waits for a mail to be read. */
  async function waitFor({ res, brand, uid, proof, at }: InteractionRequest, progress: Progress) {
    await progresses.keep(uid, progress);
    await states.forget(uid, 'confirm');
    cookies.keepWaiting(res, brand.tenant.tenantId, uid, proof);
    redirect(res, at('confirm'));
  }

  async function confirm(request: InteractionRequest, posted: boolean, params: Record<string, unknown>) {
    const { uid, proof, req, res, brand, at } = request;
    const progress = await progresses.of(uid);
    const confirmation = progress?.confirmation;
    if (progress === null || confirmation === undefined) return redirect(res, at('sign-in'));
    if (await confirmations.isDone(confirmation)) return advance(request, progress);
    if (!posted) {
      const state = redisplaysForm(req) ? await states.of(uid, 'confirm') : EMPTY_FORM;
      const content = checkInboxPage({
        action: at('confirm'),
        other: at('register'),
        email: confirmation.email,
        state,
        said: req.url?.endsWith('?sent') === true ? signInPageTexts.mailSent : null,
        mailboxUrl: options.mailboxUrl?.(brand) ?? null,
      });
      return send(
        request,
        { title: confirmationTexts.inboxTitle, content, script: options.waitingScript },
        state,
        params,
      );
    }
    const form = await formOf(req, res);
    if ('refused' in form) return pages.notice(res, form.refused, brand, notices().refused);
    const { given } = form;
    if (given.has('resend')) {
      const sent = await atLeast(STEADY_MS, async () => {
        const account = progress.accountId === null ? null : await accounts.findById(progress.accountId);
        return confirmations.resend(brand, proof, confirmation, account);
      });
      if ('wait' in sent)
        return sendBack(request, 'confirm', { values: {}, errors: {}, problem: tooManyMails(sent.wait) });
      await progresses.keep(uid, { ...progress, confirmation: sent });
      return redirect(res, `${at('confirm')}?sent`);
    }
    const right = await confirmations.digitsAreRight(proof, confirmation, typed(given, 'code'));
    const account = right && confirmation.codeHash !== null ? await accounts.confirm(confirmation.codeHash) : null;
    if (account === null)
      return sendBack(request, 'confirm', { values: {}, errors: { code: signInPageTexts.codeWrong } });
    log.info(
      { correlationId: request.context.correlationId, accountId: account.accountId },
      'an account was confirmed',
    );
    return advance(request, progress);
  }

  async function forgot(request: InteractionRequest, form: URLSearchParams) {
    const { brand, uid, proof, res, at, context } = request;
    const values = { email: typed(form, 'email') };
    const email = emailOf(values.email);
    if (email === null) return sendBack(request, 'forgot', { values, errors: { email: emailProblem(values.email) } });
    const later = await options.throttle.newPasswords(context.ip);
    if (later > 0)
      return sendBack(request, 'forgot', {
        values,
        errors: {},
        problem: signInPageTexts.tooManyResets({ minutes: waitInMinutes(later) }),
      });
    const wait = await atLeast(STEADY_MS, () => options.resets.ask(brand, proof, email));
    if (wait > 0) return sendBack(request, 'forgot', { values, errors: {}, problem: tooManyMails(wait) });
    await states.keep(uid, 'forgot', { values: { email }, errors: {} });
    cookies.keepWaiting(res, brand.tenant.tenantId, uid, proof);
    redirect(res, `${at('forgot')}?sent&again`);
  }

  /** A POST always redirects: otherwise Back would end in the browser's own error page. */
  async function sendBack({ uid, res, context, at }: InteractionRequest, form: string, state: FormState) {
    await states.keep(uid, form, state);
    log.info({ correlationId: context.correlationId, form }, 'the form was sent back');
    redirect(res, `${at(form)}?again=${now().toString(36)}`);
  }

  /** Continues with the first required step; after the last one the sign-in ends. */
  async function advance(request: InteractionRequest, progress: Progress) {
    const { uid, proof, req, res, context, brand, at } = request;
    if (progress.confirmation !== undefined && !(await confirmations.isDone(progress.confirmation)))
      return redirect(res, at('confirm'));
    const proved = await provedBy(progress);
    if (proved === null) return redirect(res, at('sign-in'));
    const { account } = proved;
    if (account.endedAt !== null)
      return sendBack(request, 'sign-in', { values: {}, errors: {}, problem: signInPageTexts.accountEnded });
    const company = progress.directory === undefined ? await companies.requiredFor(account) : null;
    if (company !== null) return companies.lead(request, company, account.email);
    // An unconfirmed account cannot be signed in to.
    if (!account.emailVerified) {
      const begun = await confirmations.begin(brand, proof, account, account);
      return 'wait' in begun
        ? sendBack(request, 'sign-in', {
            values: { email: account.email },
            errors: {},
            problem: tooManyMails(begun.wait),
          })
        : waitFor(request, { ...progress, confirmation: begun });
    }
    const next = await nextStep(progress, proved);
    if (next !== null) {
      await progresses.keep(uid, progress);
      return redirect(res, at(next.name));
    }
    const refused =
      progress.directory === undefined ? null : await companies.join(request, account, progress.directory);
    if (refused !== null) return sendBack(request, 'sign-in', refused);
    await progresses.forget(uid);
    await noteDevice(request, account);
    const { accountId } = account;
    log.info({ correlationId: context.correlationId, accountId, amr: proved.amr }, 'signed in');
    noteSignIn('signed-in');
    const login = { accountId, amr: [...proved.amr], ts: Math.floor(now() / 1000) };
    const { directoryId, logOutHint = null } = progress.directory ?? {};
    const directory = directoryId === undefined ? null : { directoryId, logOutHint };
    await provider.interactionFinished(req, res, { login, create: {}, directory }, { mergeWithLastSubmission: false });
  }

  /** The first step that is still required; null after the last one. */
  async function nextStep({ done }: Progress, proved: Proved): Promise<SignInStep | null> {
    for (const step of steps) if (!done.includes(step.name) && (await step.needed(proved))) return step;
    return null;
  }

  /** Remembers this browser, so that strangers' guesses do not lock it out. The owner is notified of a new browser. */
  async function noteDevice({ req, res, brand }: InteractionRequest, account: Account) {
    const device = cookies.keepDevice(req, res);
    const { isNew, isFirst } = await devices.note(account.accountId, device);
    if (!isNew || isFirst) return;
    await options.notifyOwner(account, {
      kind: 'new-device',
      tenantId: brand.tenant.tenantId,
      link: `${issuer}account?tenant=${brand.tenant.tenantId}`,
      detail: deviceOf(req.headers['user-agent'] ?? ''),
      key: `new-device ${account.accountId} ${device}`,
    });
  }

  async function takeStep(
    request: InteractionRequest,
    step: SignInStep,
    posted: boolean,
    params: Record<string, unknown>,
  ) {
    const { uid, req, res, at } = request;
    const progress = await progresses.of(uid);
    const proved = progress === null ? null : await provedBy(progress);
    // Opened by hand, or after the sign-in expired.
    if (progress === null || proved === null) return redirect(res, at('sign-in'));
    if ((await nextStep(progress, proved)) !== step) return advance(request, progress);
    if (!posted) {
      const state = redisplaysForm(req) ? await states.of(uid, step.name) : EMPTY_FORM;
      return send(request, await step.show(request, proved, state), state, params);
    }
    const form = await formOf(req, res);
    if ('refused' in form) return pages.notice(res, form.refused, request.brand, notices().refused);
    const handled = await step.handle(request, proved, form.given);
    if ('again' in handled) return sendBack(request, step.name, handled.again);
    await states.forget(uid, step.name);
    const amr = [...new Set([...progress.amr, ...handled.amr])];
    return advance(request, { ...progress, amr, done: [...progress.done, step.name] });
  }

  async function provedBy({ accountId, amr, password, directory }: Progress): Promise<Proved | null> {
    const account = accountId === null ? null : await store.accounts.findById(accountId);
    if (account === null || passwordVersion(account.passwordHash) !== password) return null;
    return { account, amr, byDirectory: directory !== undefined && directory.joins === undefined };
  }
}

const FORMS: ReadonlySet<string> = new Set(['sign-in', 'register', 'forgot']);
