import { currentLocale } from '@academy/contract/i18n/languages';
import type { TenantLink } from '@academy/contract/tenants';
import type { Account } from '../accounts-store.ts';
import type { Brand, LegalLinks } from '../brands.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords.ts';
import { confirmationTexts } from './confirmation-texts.ts';
import { type Field, field, summary } from './fields.ts';
import { type Html, html, raw } from './html.ts';
import { layoutTexts } from './layout-texts.ts';
import { signInPageTexts } from './sign-in-page-texts.ts';

/** What a form shows after an error: typed values (no passwords) and errors. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  /** By field name. */
  errors: Readonly<Record<string, string>>;
  /** An error of the form as a whole. */
  problem?: string;
}

export const EMPTY_FORM: FormState = { values: {}, errors: {} };

interface FormPage {
  brand: Brand;
  /** Where the form is sent. */
  action: string;
  /** Address of the other form: registration from sign-in, and back. */
  other: string;
  state: FormState;
  /** Names of the academies, for the note that one account works in all of them. */
  academies: readonly string[];
  /**
   * The logged-in person of this browser, and the address of the button that continues as that person; null where
   * nobody is logged in.
   */
  present: { account: Pick<Account, 'firstName' | 'lastName' | 'email'>; action: string } | null;
}

export const NAME_MAX_LENGTH = 80;
export const EMAIL_MAX_LENGTH = 254;

interface SignInPage extends FormPage {
  /** Address for a forgotten password. */
  forgot: string;
  /** Other ways to log in. */
  offers: readonly Html[];
  /** A logged-in person confirms who they are. */
  confirms: boolean;
}

export function signInPage({
  brand,
  action,
  other,
  forgot,
  state,
  academies,
  present,
  offers,
  confirms,
}: SignInPage): Html {
  const fields = withFocus(state, [
    {
      name: 'email',
      label: signInPageTexts.email,
      type: 'email',
      // Browsers list passkeys among the suggestions.
      autocomplete: 'username webauthn',
      maxLength: EMAIL_MAX_LENGTH,
    },
    {
      name: 'password',
      label: signInPageTexts.password,
      type: 'password',
      autocomplete: 'current-password',
      maxLength: PASSWORD_MAX_LENGTH,
    },
  ]);
  return html`<h1>${confirms ? signInPageTexts.confirmTitle : signInPageTexts.logInTo({ academy: academyOf(brand) })}</h1>
<p class="lead">${confirms ? signInPageTexts.confirmLead : oneAccount(academies)}</p>
${presentNote(present, signInPageTexts.presentLogIn)}
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">${signInPageTexts.logIn}</button>
</form>
${offers.length === 0 && present === null ? null : html`<div class="ways">${offers}${stayForm(present)}</div>`}
<p class="other"><a href="${forgot}">${signInPageTexts.forgot}</a></p>
${confirms ? null : html`<p class="more">${signInPageTexts.noPassword({ link: (words) => html`<a href="${forgot}">${words}</a>` })}</p>`}
${confirms ? null : html`<p class="more">${signInPageTexts.newHere({ link: (words) => html`<a href="${other}">${words}</a>` })}</p>`}`;
}

interface RegistrationPage extends FormPage {
  legal: LegalLinks;
}

export function registrationPage({ brand, legal, action, other, state, academies, present }: RegistrationPage): Html {
  const [firstName, lastName, email, password] = withFocus(state, [
    {
      name: 'firstName',
      label: signInPageTexts.firstName,
      type: 'text',
      autocomplete: 'given-name',
      maxLength: NAME_MAX_LENGTH,
    },
    {
      name: 'lastName',
      label: signInPageTexts.lastName,
      type: 'text',
      autocomplete: 'family-name',
      maxLength: NAME_MAX_LENGTH,
    },
    {
      name: 'email',
      label: signInPageTexts.email,
      type: 'email',
      autocomplete: 'username',
      maxLength: EMAIL_MAX_LENGTH,
    },
    {
      name: 'password',
      label: signInPageTexts.password,
      type: 'password',
      autocomplete: 'new-password',
      maxLength: PASSWORD_MAX_LENGTH,
      hint: confirmationTexts.passwordHint({ min: PASSWORD_MIN_LENGTH }),
    },
  ]) as [Field, Field, Field, Field];
  return html`<h1>${signInPageTexts.createTitle}</h1>
<p class="lead">${signInPageTexts.createLead({ academy: academyOf(brand) })} ${oneAccount(academies)}</p>
${presentNote(present, signInPageTexts.presentCreate)}
${summaryOf(state, [firstName, lastName, email, password])}
<form method="post" action="${action}" novalidate>
<div class="pair">${field(firstName)}${field(lastName)}</div>
${field(email)}${field(password)}
<button class="button primary" type="submit">${signInPageTexts.createAccount}</button>
${legalNote(legal)}</form>
${present === null ? null : html`<div class="ways">${stayForm(present)}</div>`}
<p class="other">${signInPageTexts.haveAccount({ link: (words) => html`<a href="${other}">${words}</a>` })}</p>`;
}

function presentNote(present: FormPage['present'], more: string): Html | null {
  if (present === null) return null;
  const { account } = present;
  return html`<p class="said" role="status">${signInPageTexts.present({ name: nameOf(account), email: account.email, strong: (words) => html`<strong>${words}</strong>` })} ${more}</p>`;
}

function stayForm(present: FormPage['present']): Html | null {
  if (present === null) return null;
  return html`<form method="post" action="${present.action}"><button class="button" type="submit">${signInPageTexts.continueAs({ name: nameOf(present.account) })}</button></form>`;
}

function nameOf({ firstName, lastName, email }: Pick<Account, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** The terms of creating an account, with links that leave the filled-in form open. */
function legalNote({ terms, privacy }: LegalLinks): Html | null {
  if (terms === null && privacy === null) return null;
  const linked = ({ title, href }: TenantLink) => ({
    title,
    link: (words: (string | Html)[]) => html`<a href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`,
  });
  return html`<p class="hint">${terms === null ? null : html`${signInPageTexts.terms(linked(terms))} `}${privacy === null ? null : signInPageTexts.privacy(linked(privacy))}</p>
`;
}

/** Asks before signing out; `form` is the library's own, and the button belongs to it. */
export function signOutPage(brand: Brand, home: string, form: string, academies: readonly string[]): Html {
  return html`<h1>${signInPageTexts.logOutTitle}</h1>
<p class="lead">${signInPageTexts.logOutLead({ academies: list(academies.length > 1 ? academies : [brand.tenant.name]) })}</p>
<div class="actions">${raw(form)}
<button class="button primary" type="submit" form="op.logoutForm" name="logout" value="yes">${signInPageTexts.logOut}</button>
<a class="button" href="${home}">${signInPageTexts.stay}</a></div>`;
}

export function signedOutPage(brand: Brand, home: string): Html {
  return html`<h1>${signInPageTexts.loggedOutTitle}</h1>
<p class="lead">${signInPageTexts.loggedOutLead}</p>
<div class="actions"><a class="button primary" href="${home}">${layoutTexts.backTo({ name: academyOf(brand) })}</a></div>`;
}

export interface Notice {
  title: string;
  text: string;
}

/** Messages in place of a page, in the current language. */
export const notices = () => ({
  linkExpired: { title: signInPageTexts.linkExpiredTitle, text: signInPageTexts.linkExpired },
  expired: { title: signInPageTexts.expiredTitle, text: signInPageTexts.expired },
  refused: { title: signInPageTexts.refusedTitle, text: signInPageTexts.refused },
  crossSite: { title: signInPageTexts.crossSiteTitle, text: signInPageTexts.crossSite },
  notFound: { title: signInPageTexts.notFoundTitle, text: signInPageTexts.notFound },
  diskFull: { title: signInPageTexts.diskFullTitle, text: signInPageTexts.diskFull },
  failed: { title: signInPageTexts.failedTitle, text: signInPageTexts.failed },
});

/**
 * Shows a message and a link back.
 * @param more `reference`: id of the request in the log; `next`: where to continue
 */
export function noticePage(
  brand: Brand,
  home: string,
  notice: Notice,
  { reference, next }: { reference?: string | undefined; next?: { href: string; label: string } | undefined } = {},
): Html {
  return html`<h1>${notice.title}</h1>
<p class="lead">${notice.text}</p>
<div class="actions">${next === undefined ? null : html`<a class="button primary" href="${next.href}">${next.label}</a>`}<a class="button${next === undefined ? ' primary' : ''}" href="${home}">${layoutTexts.backTo({ name: academyOf(brand) })}</a></div>
${reference === undefined ? null : html`<p class="other">${signInPageTexts.reference({ reference, code: (words) => html`<code>${words}</code>` })}</p>`}`;
}

/** Focuses the first field with an error, else the first empty one. */
export function withFocus(state: FormState, fields: readonly Omit<Field, 'focused' | 'value' | 'error'>[]): Field[] {
  const wrong = fields.find(({ name }) => state.errors[name] !== undefined);
  const start = wrong ?? fields.find(({ name }) => (state.values[name] ?? '') === '');
  return fields.map((one) => {
    const error = state.errors[one.name];
    return {
      ...one,
      focused: one === start,
      ...(one.type === 'password' ? {} : { value: state.values[one.name] ?? '' }),
      ...(error === undefined ? {} : { error }),
    };
  });
}

/** All errors, above the form. */
export function summaryOf(state: FormState, fields: readonly Pick<Field, 'name' | 'label'>[]): Html | null {
  return summary(
    state.problem,
    fields.flatMap(({ name, label }) => {
      const error = state.errors[name];
      return error === undefined ? [] : [{ name, label, error }];
    }),
  );
}

export const academyOf = (brand: Brand): string => `${brand.tenant.name} Academy`;

function oneAccount(academies: readonly string[]): string {
  return academies.length > 1 ? signInPageTexts.oneAccount({ academies: list(academies) }) : '';
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(names);
}
