import type { Tenant } from '@academy/contract/tenants';
import { ACCOUNT_RETURN } from './account-area.ts';
import { type Brand, type Brands, homeOf, legalLinks } from './brands.ts';
import type { LoggedInAlready } from './logged-in-already.ts';
import { forgotPage, forgotSentPage } from './pages/confirmation-pages.ts';
import { confirmationTexts } from './pages/confirmation-texts.ts';
import { EMPTY_FORM, type FormState, registrationPage, signInPage } from './pages/pages.ts';
import type { Pages } from './pages/send.ts';
import type { Shown } from './pages/shown.ts';
import { signInPageTexts } from './pages/sign-in-page-texts.ts';
import type { InteractionRequest, SignInWay } from './sign-in-parts.ts';

export interface InteractionPagesOptions {
  brands: Brands;
  pages: Pages;
  issuer: string;
  /** Where mails can be read on this machine; null where they are really sent. */
  mailboxUrl: ((brand: Brand) => string) | null;
  /** The footer of an academy as its pages show it. */
  footerOf: (tenant: Tenant) => Promise<Tenant['footer']>;
  ways: readonly SignInWay[];
}

/** Page on which a logged-in person goes on as who they are. */
export const STAY = 'stay';

/** Shows the forms with which a log-in begins: log-in, registration, forgotten password. */
export function interactionPages(options: InteractionPagesOptions) {
  const { brands, pages, issuer, ways } = options;
  return { show, send };

  async function show(
    request: InteractionRequest,
    name: string,
    state: FormState,
    params: Record<string, unknown>,
    already: LoggedInAlready | null,
  ) {
    const { req, brand, at } = request;
    const present = already === null ? null : { account: already.account, action: at(STAY) };
    const academies = brands.all.map((one) => one.tenant.name);
    if (name === 'register') {
      const footer = await options.footerOf(brand.tenant);
      const content = registrationPage({
        brand,
        legal: legalLinks({ ...brand.tenant, footer }, homeOf(brand, params.redirect_uri)),
        action: at('register'),
        other: at('sign-in'),
        state,
        academies,
        present,
      });
      return send(request, { title: signInPageTexts.createPage, content }, state, params);
    }
    if (name === 'forgot') {
      const { email = '' } = state.values;
      const sent = req.url?.includes('?sent') === true && email !== '';
      const [again, back] = [at('forgot'), at('sign-in')];
      const mailboxUrl = options.mailboxUrl?.(brand) ?? null;
      return sent
        ? send(
            request,
            { title: confirmationTexts.inboxTitle, content: forgotSentPage({ email, again, back, mailboxUrl }) },
            EMPTY_FORM,
            params,
          )
        : send(
            request,
            { title: confirmationTexts.choosePassword, content: forgotPage({ action: again, back, state }) },
            state,
            params,
          );
    }
    const offers = (await Promise.all(ways.map((way) => way.offer(request)))).filter((offer) => offer !== null);
    const content = signInPage({
      brand,
      action: at('sign-in'),
      other: at('register'),
      forgot: at('forgot'),
      state,
      academies,
      present,
      offers: offers.map((offer) => offer.content),
      // A signed-in person wants to change how to sign in.
      confirms: params.redirect_uri === `${issuer}${ACCOUNT_RETURN}` && typeof params.login_hint === 'string',
    });
    const script = offers.find((offer) => offer.script !== undefined)?.script;
    return send(
      request,
      { title: signInPageTexts.logIn, content, ...(script === undefined ? {} : { script }) },
      state,
      params,
    );
  }

  function send({ res, brand }: InteractionRequest, shown: Shown, state: FormState, params: Record<string, unknown>) {
    const wrong = state.problem !== undefined || Object.keys(state.errors).length > 0;
    const home = homeOf(brand, params.redirect_uri);
    pages.send(res, 200, {
      brand,
      home,
      ...shown,
      title: wrong ? confirmationTexts.errorTitle({ title: shown.title }) : shown.title,
    });
  }
}
