import type { Account } from '../accounts-store.ts';
import { NAME_MAX_LENGTH } from '../pages/pages.ts';
import { emailOf } from '../sign-in.ts';
import type { Claims, DescribedPerson, Directory, KnownFacts } from './directory.ts';

/** Why a log-in is refused. */
export type Refusal =
  /** No address, and no account of an earlier log-in. */
  | 'no-address'
  | 'unverified-address'
  /** Its domain is none that the directory has proved. */
  | 'foreign-address'
  /** The account of the address belongs to another directory, or to another person of this one. */
  | 'owned-elsewhere'
  /** The directory has said that the person has left. */
  | 'has-left';

/** What becomes of a log-in. */
export type Decision =
  | { kind: 'refuse'; reason: Refusal }
  | { kind: 'make'; facts: KnownFacts & { email: string } }
  | { kind: 'join'; facts: KnownFacts; account: Account }
  | { kind: 'follow'; facts: KnownFacts; account: Account };

/** What is stored about the person and the address already. */
export interface Stored {
  /** The account of an earlier log-in of this person. */
  own: Account | null;
  /** What the directory described before the first log-in; null: nothing. */
  described: DescribedPerson | null;
  /** The account that has the address. */
  ofAddress: Account | null;
  /** Whether that account belongs to a directory. */
  isOwned: boolean;
}

/** The part after the last `@`, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The address of a person that counts, or why none does. */
export function addressIn(claims: Claims, directory: Directory): { email: string } | { refused: Refusal } {
  const { mapping, domains } = directory;
  const given = claims[mapping.email];
  const email = typeof given === 'string' ? emailOf(given) : null;
  if (email === null) return { refused: 'no-address' };
  const said = claims.email_verified;
  const isVerified = said === undefined || said === null ? mapping.trustsAddresses : said === true || said === 'true';
  if (!isVerified) return { refused: 'unverified-address' };
  return domains.includes(domainOf(email)) ? { email } : { refused: 'foreign-address' };
}

/** What the mapping makes of the claims, whatever the address is. */
export function factsIn(claims: Claims, { mapping }: Directory): Omit<KnownFacts, 'email'> {
  const { pro, groups } = mapping;
  const inGroups = (groups?.values ?? []).filter(({ value }) => hasValue(claims[groups?.claim ?? ''], value));
  const [first, last] = [nameIn(claims[mapping.firstName]), nameIn(claims[mapping.lastName])];
  // Providers that know one name only send it as `name`.
  const whole = first === '' && last === '' ? nameIn(claims.name) : '';
  return {
    firstName: first === '' ? whole : first,
    lastName: last,
    isPro: pro === null ? null : hasValue(claims[pro.claim], pro.value),
    groups: [...new Set(inGroups.map(({ group }) => group))],
  };
}

/** What becomes of a log-in: pure, so that it can be tried before a directory is switched on. */
export function decide(claims: Claims, directory: Directory, { own, described, ofAddress, isOwned }: Stored): Decision {
  const facts = factsIn(claims, directory);
  const address = addressIn(claims, directory);
  if (described?.hasLeft === true || (own !== null && own.endedAt !== null))
    return { kind: 'refuse', reason: 'has-left' };
  // The subject is the key from the first log-in on: an address that does not count changes nothing.
  if (own !== null) return { kind: 'follow', facts: { ...facts, email: emailFrom(address) }, account: own };
  // The directory has named the person by the subject before: its word is as good as at a later log-in.
  if (described !== null && described.account !== null)
    return { kind: 'join', facts: { ...facts, email: emailFrom(address) }, account: described.account };
  if ('refused' in address) return { kind: 'refuse', reason: address.refused };
  const { email } = address;
  if (ofAddress !== null && ofAddress.endedAt !== null) return { kind: 'refuse', reason: 'has-left' };
  if (isOwned) return { kind: 'refuse', reason: 'owned-elsewhere' };
  // Nobody has proved to be the owner of an unconfirmed account: it is replaced.
  if (ofAddress === null || !ofAddress.emailVerified) return { kind: 'make', facts: { ...facts, email } };
  return { kind: 'join', facts: { ...facts, email }, account: ofAddress };
}

/** Difference between the clocks of a provider and this server that does not matter, s. */
const SKEW_S = 60;

/** Whether the person logged in anew at the provider, where that was asked for. */
export function wasFresh(claims: Claims, { fresh, leftAt = 0 }: { fresh?: boolean; leftAt?: number }): boolean {
  const at = claims.auth_time;
  return fresh !== true || (typeof at === 'number' && at + SKEW_S >= Math.floor(leftAt / 1000));
}

const emailFrom = (address: ReturnType<typeof addressIn>) => ('email' in address ? address.email : null);

/** One line without characters that pages and mails could not show. */
export function nameIn(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd<>]/gu, ' ').replace(/\s+/g, ' ');
  return [...line.trim()].slice(0, NAME_MAX_LENGTH).join('');
}

function hasValue(given: unknown, wanted: string): boolean {
  return Array.isArray(given)
    ? given.some((one) => String(one) === wanted)
    : given !== undefined && String(given) === wanted;
}
