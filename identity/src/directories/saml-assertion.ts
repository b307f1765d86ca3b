import type { Claims } from './directory.ts';

/** Largest difference between the clocks of a provider and this server, ms. */
export const SKEW_MS = 2 * 60_000;
/** An assertion counts for this long after it was made, whatever it says itself, ms. */
export const MAX_AGE_MS = 10 * 60_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** An element as the library reads it from the signed text: `$` attributes, `_` text, else lists of children. */
export type Read = Readonly<Record<string, unknown>>;

/** What an assertion must fit to. */
export interface AssertionChecks {
  /** Entity ID of the provider. */
  issuer: string;
  /** Where the browser posts it. */
  recipient: string;
  /** The request that it answers; null for a log-in that began at the provider. */
  inResponseTo: string | null;
  /** Attribute with the identifier; null: the NameID. */
  subject: string | null;
  /** ms since 1970 */
  now: number;
}

/** What was read from an assertion. */
export interface Asserted {
  /** Unique at its provider. */
  id: string;
  claims: Claims & { sub: string };
}

/**
 * Checks what the library does not, and reads claims. The argument must be what was signed, and nothing else.
 *
 * @throws Error that says what is wrong
 */
export function readAssertion(assertion: Read, checks: AssertionChecks): Asserted {
  const { ID: id = '' } = attributesOf(assertion);
  if (id === '') throw new Error('the assertion has no ID');
  if (textOf(only(assertion, 'Issuer')) !== checks.issuer) throw new Error('the assertion is of another issuer');
  const subject = only(assertion, 'Subject');
  refuseUnconfirmed(subject, checks);
  const statement = children(assertion, 'AuthnStatement')[0];
  if (statement === undefined) throw new Error('the assertion does not say that the person logged in');
  const loggedInAt = Date.parse(attributesOf(statement).AuthnInstant ?? '');
  const [nameId] = children(subject, 'NameID');
  const attributes = attributeValues(assertion);
  return {
    id,
    claims: {
      ...attributes,
      ...(nameId === undefined ? {} : { NameID: textOf(nameId) }),
      ...(Number.isNaN(loggedInAt) ? {} : { auth_time: Math.floor(loggedInAt / 1000) }),
      sub: subjectOf(attributes, nameId, checks.subject),
    },
  };
}

/** The person is confirmed for this address, this request and now, by one and the same confirmation. */
function refuseUnconfirmed(subject: Read, { recipient, inResponseTo, now }: AssertionChecks): void {
  const problems = children(subject, 'SubjectConfirmation').map((one) => {
    if (attributesOf(one).Method !== BEARER) return 'is of another method';
    const {
      Recipient,
      InResponseTo,
      NotBefore,
      NotOnOrAfter = '',
    } = attributesOf(children(one, 'SubjectConfirmationData')[0] ?? {});
    if (Recipient !== recipient) return 'is for another recipient';
    if ((InResponseTo ?? null) !== inResponseTo) return 'does not answer this request';
    if (!(now - SKEW_MS < Date.parse(NotOnOrAfter))) return 'has expired';
    if (NotBefore !== undefined && !(now + SKEW_MS >= Date.parse(NotBefore))) return 'does not count yet';
    return null;
  });
  if (problems.length === 0) throw new Error('the assertion confirms nobody');
  if (!problems.includes(null)) throw new Error(`the confirmation of the person ${problems[0]}`);
}

function subjectOf(attributes: Claims, nameId: Read | undefined, attribute: string | null): string {
  const given = attribute === null ? (nameId === undefined ? '' : textOf(nameId)) : attributes[attribute];
  if (typeof given !== 'string' || given === '')
    throw new Error(attribute === null ? 'the assertion has no NameID' : `the assertion has no single “${attribute}”`);
  if (attribute === null && nameId !== undefined && attributesOf(nameId).Format === TRANSIENT)
    throw new Error('the NameID is transient: name an attribute that stays the same as identifier');
  if (given.length > 500) throw new Error('the identifier is longer than 500 characters');
  return given;
}

/** By name; several values are a list. A name that occurs twice has the values of both. */
function attributeValues(assertion: Read): Claims {
  const found = new Map<string, string[]>();
  for (const statement of children(assertion, 'AttributeStatement'))
    for (const attribute of children(statement, 'Attribute')) {
      const { Name = '' } = attributesOf(attribute);
      const values = children(attribute, 'AttributeValue').map((value) =>
        textOf(children(value, 'NameID')[0] ?? value),
      );
      found.set(Name, [...(found.get(Name) ?? []), ...values]);
    }
  return Object.fromEntries([...found].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** Children of a name; one without attributes and children is read as a text. */
function children(of: Read, name: string): Read[] {
  const found = Object.hasOwn(of, name) ? of[name] : [];
  if (!Array.isArray(found)) return [];
  return found.map((one: unknown) => (typeof one === 'object' && one !== null ? (one as Read) : { _: String(one) }));
}

function only(of: Read, name: string): Read {
  const [found, another] = children(of, name);
  if (found === undefined || another !== undefined) throw new Error(`the assertion has not exactly one ${name}`);
  return found;
}

const textOf = (of: Read): string => (typeof of._ === 'string' ? of._ : '');
const attributesOf = (of: Read): Readonly<Record<string, string | undefined>> =>
  typeof of.$ === 'object' && of.$ !== null ? (of.$ as Record<string, string>) : {};
