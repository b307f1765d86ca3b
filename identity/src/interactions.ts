import type { IncomingMessage, ServerResponse } from 'node:http';
import { type default as Provider, errors as providerErrors } from 'oidc-provider';
import { type Brand, type Brands, homeOf } from './brands.ts';
import { formStates } from './form-states.ts';
import type { IdentityStore } from './identity-store.ts';
import type { Log } from './log.ts';
import { EMPTY_FORM, type FormState, NOTICES, type Notice, registrationPage, signInPage } from './pages/pages.ts';
import type { Pages } from './pages/send.ts';
import { FormRefusedError, type RequestContext, readForm } from './request.ts';
import { signIn } from './sign-in.ts';

type Form = 'sign-in' | 'register';

export interface InteractionOptions {
  provider: Provider;
  brands: Brands;
  store: IdentityStore;
  pages: Pages;
  issuer: string;
  log: Log;
  now: () => number;
}

/**
 * The pages between the authorize endpoint and the way back: `interaction/{tenant}/{uid}` and below it `sign-in` and
 * `register`. The tenant in the address only decides how the page looks once the interaction itself is gone.
 */
export function interactions({ provider, brands, store, pages, issuer, log, now }: InteractionOptions) {
  const { origin: issuerOrigin, pathname: mountPath } = new URL(issuer);
  const states = formStates(store.artifacts, now);
  const people = signIn(store.accounts, now);

  /** @param path what follows `interaction/` */
  return async function answer(req: IncomingMessage, res: ServerResponse, context: RequestContext, path: string) {
    const match = /^([a-z][a-z0-9]{1,30})\/([\w-]{10,64})(?:\/(sign-in|register))?$/.exec(path);
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
    const form: Form = (chosen as Form | undefined) ?? (prompt.name === 'create' ? 'register' : 'sign-in');
    const base = `${mountPath}interaction/${brand.tenant.tenantId}/${uid}`;

    if (posted) {
      if (chosen === undefined) return refuse(405, NOTICES.notFound);
      return submit(req, res, context, uid, form, base, refuse);
    }
    const again = req.url?.includes('?again=') === true;
    const state = again ? await states.of(uid, form) : EMPTY_FORM;
    return show(res, brand, form, base, withHint(state, params.login_hint), homeOf(brand, params.redirect_uri));
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
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    uid: string,
    form: Form,
    base: string,
    refuse: (status: number, notice: Notice) => void,
  ) {
    let given: URLSearchParams;
    try {
      given = await readForm(req);
    } catch (error) {
      if (!(error instanceof FormRefusedError)) throw error;
      // What was not read cannot be told from a next request.
      res.setHeader('connection', 'close');
      return refuse(error.status, NOTICES.refused);
    }
    const outcome =
      form === 'register' ? await people.register(given, context.ip) : await people.withPassword(given, context.ip);
    if ('again' in outcome) {
      await states.keep(uid, form, outcome.again);
      log.info({ correlationId: context.correlationId, form }, 'the form was sent back');
      // Never a page from a POST: Back would end in the browser's own error page.
      res
        .writeHead(303, { location: `${base}/${form}?again=${now().toString(36)}`, 'cache-control': 'no-store' })
        .end();
      return;
    }
    await states.forget(uid, form);
    log.info({ correlationId: context.correlationId, form, accountId: outcome.account.accountId }, 'signed in');
    const result = { login: { accountId: outcome.account.accountId, amr: ['pwd'] }, create: {} };
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  }

  function show(res: ServerResponse, brand: Brand, form: Form, base: string, state: FormState, home: string) {
    const draw = form === 'register' ? registrationPage : signInPage;
    const title = form === 'register' ? 'Create your account' : 'Log in';
    const content = draw({
      brand,
      action: `${base}/${form}`,
      other: `${base}/${form === 'register' ? 'sign-in' : 'register'}`,
      state,
      academies: brands.all.map((one) => one.tenant.name),
    });
    const wrong = state.problem !== undefined || Object.keys(state.errors).length > 0;
    pages.send(res, 200, { brand, title: wrong ? `Error: ${title}` : title, content, home });
  }
}

function withHint(state: FormState, hint: unknown): FormState {
  if (typeof hint !== 'string' || state.values.email !== undefined) return state;
  return { ...state, values: { ...state.values, email: hint.slice(0, 254) } };
}
