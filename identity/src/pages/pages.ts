import type { TenantLink } from '@academy/contract/tenants';
import type { Account } from '../accounts-store.ts';
import { type Brand, legalLinks } from '../brands.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords.ts';
import { type Field, field, summary } from './fields.ts';
import { type Html, html, raw } from './html.ts';

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
      label: 'E-mail address',
      type: 'email',
      // Browsers list passkeys among the suggestions.
      autocomplete: 'username webauthn',
      maxLength: EMAIL_MAX_LENGTH,
    },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      maxLength: PASSWORD_MAX_LENGTH,
    },
  ]);
  return html`<h1>${confirms ? 'Confirm that it is you' : `Log in to ${brand.tenant.name} Academy`}</h1>
<p class="lead">${confirms ? 'Log in once more before you change how you log in.' : oneAccount(academies)}</p>
${presentNote(present, 'To log in as somebody else, fill in the form. That logs the other account out.')}
${summaryOf(state, fields)}
<form method="post" action="${action}" novalidate>
${fields.map(field)}
<button class="button primary" type="submit">Log in</button>
</form>
${offers.length === 0 && present === null ? null : html`<div class="ways">${offers}${stayForm(present)}</div>`}
<p class="other"><a href="${forgot}">Forgot your password?</a></p>
${confirms ? null : html`<p class="more">New here? <a href="${other}">Create your free account</a></p>`}`;
}

interface RegistrationPage extends FormPage {
  /** The academy's own origin, from which its pages are linked. */
  home: string;
}

export function registrationPage({ brand, home, action, other, state, academies, present }: RegistrationPage): Html {
  const [firstName, lastName, email, password] = withFocus(state, [
    { name: 'firstName', label: 'First name', type: 'text', autocomplete: 'given-name', maxLength: NAME_MAX_LENGTH },
    { name: 'lastName', label: 'Last name', type: 'text', autocomplete: 'family-name', maxLength: NAME_MAX_LENGTH },
    { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', maxLength: EMAIL_MAX_LENGTH },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'new-password',
      maxLength: PASSWORD_MAX_LENGTH,
      hint: `At least ${PASSWORD_MIN_LENGTH} characters. A few words in a row make a good one.`,
    },
  ]) as [Field, Field, Field, Field];
  return html`<h1>Create your free account</h1>
<p class="lead">Keep your progress in ${brand.tenant.name} Academy. ${oneAccount(academies)}</p>
${presentNote(present, 'Creating another account logs this one out.')}
${summaryOf(state, [firstName, lastName, email, password])}
<form method="post" action="${action}" novalidate>
<div class="pair">${field(firstName)}${field(lastName)}</div>
${field(email)}${field(password)}
<button class="button primary" type="submit">Create account</button>
${legalNote(brand, home)}</form>
${present === null ? null : html`<div class="ways">${stayForm(present)}</div>`}
<p class="other">Already have an account? <a href="${other}">Log in</a></p>`;
}

function presentNote(present: FormPage['present'], more: string): Html | null {
  if (present === null) return null;
  const { account } = present;
  return html`<p class="said" role="status">You are logged in as <strong>${nameOf(account)}</strong> (${account.email}) in this browser. ${more}</p>`;
}

function stayForm(present: FormPage['present']): Html | null {
  if (present === null) return null;
  return html`<form method="post" action="${present.action}"><button class="button" type="submit">Go on as ${nameOf(present.account)}</button></form>`;
}

function nameOf({ firstName, lastName, email }: Pick<Account, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** The terms of creating an account, with links that leave the filled-in form open. */
function legalNote(brand: Brand, home: string): Html | null {
  const { terms, privacy } = legalLinks(brand, home);
  if (terms === null && privacy === null) return null;
  const link = ({ title, href }: TenantLink) =>
    html`<a href="${href}" target="_blank" rel="noopener noreferrer">${title}</a>`;
  return html`<p class="hint">${terms === null ? null : html`By creating an account you agree to the ${link(terms)}. `}${privacy === null ? null : html`How we use your data: ${link(privacy)}.`}</p>
`;
}

/** Asks before signing out; `form` is the library's own, and the button belongs to it. */
export function signOutPage(brand: Brand, home: string, form: string, academies: readonly string[]): Html {
  return html`<h1>Log out?</h1>
<p class="lead">This ends your session ${academies.length > 1 ? `in ${list(academies)}` : `in ${brand.tenant.name} Academy`} on this device. Your progress is kept.</p>
<div class="actions">${raw(form)}
<button class="button primary" type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>
<a class="button" href="${home}">Stay logged in</a></div>`;
}

export function signedOutPage(brand: Brand, home: string): Html {
  return html`<h1>You are logged out</h1>
<p class="lead">Your progress is kept. See you soon.</p>
<div class="actions"><a class="button primary" href="${home}">Back to ${brand.tenant.name} Academy</a></div>`;
}

export interface Notice {
  title: string;
  text: string;
}

export const NOTICES = {
  linkExpired: {
    title: 'This link is not good any more',
    text: 'It was used already, a newer mail took its place, or it is too old. Log in to get a new one; for a new password, choose “Forgot your password?” there.',
  },
  expired: {
    title: 'This sign-in link has expired',
    text: 'It was used already, or it stood open for too long. Nothing is lost: go back to the academy and log in again.',
  },
  refused: {
    title: 'This sign-in request is not right',
    text: 'The address that led here is incomplete or was changed on the way. Go back to the academy and log in again.',
  },
  crossSite: {
    title: 'This form was sent from another site',
    text: 'To keep your account safe it was not accepted. Go back to the academy and log in there.',
  },
  notFound: {
    title: 'There is nothing here',
    text: 'This address belongs to the sign-in of the academy, but it leads nowhere.',
  },
  diskFull: {
    title: 'Nothing can be saved right now',
    text: 'The academy cannot log anybody in or save changes because its disk is full. Reading goes on. Please try again later.',
  },
  failed: {
    title: 'Something went wrong',
    text: 'The sign-in cannot answer right now. Please try again in a moment.',
  },
} as const satisfies Record<string, Notice>;

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
<div class="actions">${next === undefined ? null : html`<a class="button primary" href="${next.href}">${next.label}</a>`}<a class="button${next === undefined ? ' primary' : ''}" href="${home}">Back to ${brand.tenant.name} Academy</a></div>
${reference === undefined ? null : html`<p class="other">If it happens again, tell us this reference: <code>${reference}</code></p>`}`;
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

function oneAccount(academies: readonly string[]): string {
  return academies.length > 1 ? `One account opens ${list(academies)}.` : '';
}

function list(names: readonly string[]): string {
  return `${new Intl.ListFormat('en', { type: 'conjunction' }).format(names)} Academy`;
}
