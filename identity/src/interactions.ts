import type { IncomingMessage, ServerResponse } from 'node:http';
import { type default as Provider, errors as providerErrors } from 'oidc-provider';
import { ACCOUNT_RETURN, formOf, redirect } from './account-area.ts';
import { type Brands, homeOf } from './brands.ts';
import { formStates } from './form-states.ts';
import type { IdentityStore } from './identity-store.ts';
import { interactionProgress, type Progress } from './interaction-progress.ts';
import type { Log } from './log.ts';
import { EMPTY_FORM, type FormState, NOTICES, type Notice, registrationPage, signInPage } from './pages/pages.ts';
import type { Pages } from './pages/send.ts';
import type { RequestContext } from './request.ts';
import { signIn } from './sign-in.ts';
import type { InteractionRequest, Outcome, Proved, Shown, SignInStep, SignInWay } from './sign-in-parts.ts';

export interface InteractionOptions {
  provider: Provider;
  brands: Brands;
  store: IdentityStore;
  pages: Pages;
  issuer: string;
  log: Log;
  now: () => number;
  ways: readonly SignInWay[];
  /** In the order in which they are passed. */
  steps: readonly SignInStep[];
}

/**
 * The pages between the authorize endpoint and the way back: `interaction/{tenant}/{uid}` and below it `sign-in`,
 * `register`, the ways and the steps. The tenant in the address only decides how the page looks once the interaction
 * itself is gone.
 */
export function interactions(options: InteractionOptions) {
  const { provider, brands, store, pages, issuer, log, now, ways, steps } = options;
  const { origin: issuerOrigin, pathname: mountPath } = new URL(issuer);
  const states = formStates(store.artifacts, now);
  const progresses = interactionProgress(store.artifacts, now);
  const people = signIn(store.accounts, now);

  /** @param path what follows `interaction/` */
  return async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext, path: string) {
    const match = /^([a-z][a-z0-9]{1,30})\/([\w-]{10,64})(?:\/([a-z][a-z-]{1,30}))?$/.exec(path);
    if (match === null) return pages.notice(res, 404, brands.fallback, NOTICES.notFound);
    const [, tenantId = '', uid = '', chosen] = match;
    const brandOfPath = brands.ofTenant(tenantId);
    const refuse = (status: number, notice: Notice) => pages.notice(res, status, brandOfPath, notice);

    const posted = req.method === 'POST';
    if (!posted && req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('allow', 'GET, HEAD, POST');
      return refuse(405, NOTICES.notFound);
    }
    // Browsers name the origin of every form they send; one from elsewhere could sign somebody in to a foreign account.
    if (posted && req.headers.origin !== issuerOrigin) return refuse(403, NOTICES.crossSite);

    const interaction = await find(req, res, uid);
    if (interaction === null) return refuse(400, NOTICES.expired);
    const { params, prompt } = interaction;
    const brand = brands.ofClient(params.client_id);
    const base = `${mountPath}interaction/${brand.tenant.tenantId}/${uid}`;
    const request: InteractionRequest = { req, res, context, brand, uid, at: (page) => `${base}/${page}` };
    const name = chosen ?? (prompt.name === 'create' ? 'register' : 'sign-in');

    const step = steps.find((one) => one.name === name);
    if (step !== undefined) return takeStep(request, step, posted, params);
    const way = ways.find((one) => one.name === name);
    if (way === undefined && name !== 'sign-in' && name !== 'register') return refuse(404, NOTICES.notFound);
    if (posted) {
      if (chosen === undefined) return refuse(405, NOTICES.notFound);
      return submit(request, name, way, refuse);
    }
    if (way !== undefined) return redirect(res, request.at('sign-in'));
    const state = asksAgain(req) ? await states.of(uid, name) : EMPTY_FORM;
    return show(request, name, withHint(state, params.login_hint), params);
  };

  async function find(req: IncomingMessage, res: ServerResponse, uid: string) {
    try {
      const interaction = await provider.interactionDetails(req, res);
      return interaction.uid === uid ? interaction : null;
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
    if ('refused' in form) return refuse(form.refused, NOTICES.refused);
    const outcome: Outcome =
      way !== undefined
        ? await way.handle(request, form.given)
        : name === 'register'
          ? await people.register(form.given, context.ip)
          : await people.withPassword(form.given, context.ip);
    if ('again' in outcome) return sendBack(request, way === undefined ? name : 'sign-in', outcome.again);
    await states.forget(request.uid, name);
    return advance(request, { accountId: outcome.account.accountId, amr: outcome.amr, done: [] });
  }

  /** Never a page from a POST: Back would end in the browser's own error page. */
  async function sendBack({ uid, res, context, at }: InteractionRequest, form: string, state: FormState) {
    await states.keep(uid, form, state);
    log.info({ correlationId: context.correlationId, form }, 'the form was sent back');
    redirect(res, `${at(form)}?again=${now().toString(36)}`);
  }

  /** Goes on to the first step that is still needed; after the last one the sign-in ends. */
  async function advance(request: InteractionRequest, progress: Progress) {
    const { uid, req, res, context, at } = request;
    const proved = await provedBy(progress);
    if (proved === null) return redirect(res, at('sign-in'));
    for (const step of steps) {
      if (progress.done.includes(step.name) || !(await step.needed(proved))) continue;
      await progresses.keep(uid, progress);
      return redirect(res, at(step.name));
    }
    await progresses.forget(uid);
    const { accountId } = proved.account;
    log.info({ correlationId: context.correlationId, accountId, amr: proved.amr }, 'signed in');
    const login = { accountId, amr: [...proved.amr], ts: Math.floor(now() / 1000) };
    await provider.interactionFinished(req, res, { login, create: {} }, { mergeWithLastSubmission: false });
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
    // Reached by hand, or waited for too long.
    if (progress === null || proved === null) return redirect(res, at('sign-in'));
    const next = steps.slice(0, steps.indexOf(step) + 1).find((one) => !progress.done.includes(one.name));
    if (next !== step || !(await step.needed(proved))) return advance(request, progress);
    if (!posted) {
      const state = asksAgain(req) ? await states.of(uid, step.name) : EMPTY_FORM;
      return send(request, await step.show(request, proved, state), state, params);
    }
    const form = await formOf(req, res);
    if ('refused' in form) return pages.notice(res, form.refused, request.brand, NOTICES.refused);
    const handled = await step.handle(request, proved, form.given);
    if ('again' in handled) return sendBack(request, step.name, handled.again);
    await states.forget(uid, step.name);
    const amr = [...new Set([...progress.amr, ...handled.amr])];
    return advance(request, { ...progress, amr, done: [...progress.done, step.name] });
  }

  async function provedBy({ accountId, amr }: Progress): Promise<Proved | null> {
    const account = accountId === null ? null : await store.accounts.findById(accountId);
    return account === null ? null : { account, amr };
  }

  async function show(request: InteractionRequest, name: string, state: FormState, params: Record<string, unknown>) {
    const { brand, at } = request;
    const academies = brands.all.map((one) => one.tenant.name);
    if (name === 'register') {
      const content = registrationPage({ brand, action: at('register'), other: at('sign-in'), state, academies });
      return send(request, { title: 'Create your account', content }, state, params);
    }
    const offers = (await Promise.all(ways.map((way) => way.offer(request)))).filter((offer) => offer !== null);
    const content = signInPage({
      brand,
      action: at('sign-in'),
      other: at('register'),
      state,
      academies,
      offers: offers.map((offer) => offer.content),
      // Somebody who is signed in already wants to change how.
      confirms: params.redirect_uri === `${issuer}${ACCOUNT_RETURN}` && typeof params.login_hint === 'string',
    });
    const script = offers.find((offer) => offer.script !== undefined)?.script;
    return send(request, { title: 'Log in', content, ...(script === undefined ? {} : { script }) }, state, params);
  }

  function send({ res, brand }: InteractionRequest, shown: Shown, state: FormState, params: Record<string, unknown>) {
    const wrong = state.problem !== undefined || Object.keys(state.errors).length > 0;
    const home = homeOf(brand, params.redirect_uri);
    pages.send(res, 200, { brand, home, ...shown, title: wrong ? `Error: ${shown.title}` : shown.title });
  }
}

function asksAgain(req: IncomingMessage): boolean {
  return req.url?.includes('?again=') === true;
}

function withHint(state: FormState, hint: unknown): FormState {
  if (typeof hint !== 'string' || state.values.email !== undefined) return state;
  return { ...state, values: { ...state.values, email: hint.slice(0, 254) } };
}
