import type { Account } from '../accounts-store.ts';

/** What a provider says of a person, by claim. */
export type Claims = Readonly<Record<string, unknown>>;

/** Which claims hold what is known of a person; with SAML, which attributes. */
export interface ClaimMapping {
  /** SAML: attribute with an identifier that stays the same; absent: the NameID, which must not be transient. */
  subject?: string | null;
  email: string;
  firstName: string;
  lastName: string;
  /**
   * Whether addresses count as verified when the provider does not say so by `email_verified`. An address that it calls
   * unverified never counts.
   */
  trustsAddresses: boolean;
  /** Groups of the directory by values of a claim; absent or null: the directory puts nobody into groups by claims. */
  groups?: GroupMapping | null;
  /** People are Pro members whose claim has this value, alone or in a list; null: the directory grants none. */
  pro: { claim: string; value: string } | null;
}

export type DirectoryKind = 'oidc' | 'saml';

export interface SamlSettings {
  /** The provider's metadata; null when it is read from an address. */
  metadata: string | null;
  metadataUrl: string | null;
  /** Whether a log-in may begin at the provider. It then only leads to a log-in of the academy's own. */
  beginsThere: boolean;
  /** The academy's certificate, for which assertions may be encrypted; DER in base64. */
  certificate: string;
}

/** What a log-in at a provider must come back with. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** What a person came back with. */
export interface Arrival {
  claims: Claims & { sub: string };
  /** What the provider's log-out needs; null where it has none. */
  logOutHint: string | null;
}

/** A protocol of providers. */
export interface DirectoryProtocol {
  /**
   * Address of the log-in.
   *
   * @param asked `hint`: the typed address; `fresh`: whether the person must log in anew
   * @throws when the provider cannot be reached, or its documents are wrong
   */
  begin(directory: Directory, expected: Expected, asked: { hint: string | null; fresh: boolean }): Promise<string>;
  /**
   * Redeems a return.
   *
   * @param query of the address that the browser returned to
   * @throws when anything is wrong with it
   */
  redeem(directory: Directory, query: URLSearchParams, expected: Expected): Promise<Arrival>;
  /** Address of the log-out; null where the provider has none. */
  logOut(directory: Directory, hint: string, back: { address: string; state: string }): Promise<string | null>;
}

/** Address of the academy below which everything of one directory is. Each has its own, so that no provider gets the replies of another. */
export const directoryAddress = (issuer: string, directoryId: string): string => `${issuer}directory/${directoryId}/`;
/** Where the provider of a directory redirects or posts to. */
export const redirectUriOf = (issuer: string, directoryId: string): string =>
  `${directoryAddress(issuer, directoryId)}callback`;
/** Name of the academy at a SAML provider: the address of its metadata. */
export const entityIdOf = (issuer: string, directoryId: string): string =>
  `${directoryAddress(issuer, directoryId)}metadata`;

/** People whose claim has a value, alone or in a list, are in the group that belongs to it. */
export interface GroupMapping {
  claim: string;
  values: readonly { value: string; group: string }[];
}

/** A company's identity provider, in which its people log in. */
export interface Directory {
  directoryId: string;
  /** Protocol. */
  kind: DirectoryKind;
  name: string;
  /** Exactly as its tokens name it; SAML: its entity ID. */
  issuer: string;
  /** SAML: the entity ID of the academy at this provider. */
  clientId: string;
  /**
   * As stored: encrypted where the installation has a key secret; null for a public client. SAML: the academy's private
   * key, for which assertions may be encrypted.
   */
  clientSecret: string | null;
  /** Separated by spaces; SAML: empty. */
  scopes: string;
  /** Null for other protocols. */
  saml: SamlSettings | null;
  mapping: ClaimMapping;
  /** Whether its people log in there and nowhere else. */
  isRequired: boolean;
  isActive: boolean;
  /** Those that are proved, in lower case. */
  domains: readonly string[];
}

/** A person at a provider; the same for as long as the provider knows them. */
export interface DirectoryPerson {
  directoryId: string;
  issuer: string;
  subject: string;
}

/** A person whom the directory described before they logged in. */
export interface DescribedPerson {
  /** Null: the directory has named no address that counts, so far. */
  account: Account | null;
  hasLeft: boolean;
}

/** What a log-in stores of a person. */
export interface KnownFacts {
  firstName: string;
  lastName: string;
  /** Verified, and of a domain of the directory; null where the provider sends no such address. */
  email: string | null;
  /** Null: the directory grants no Pro membership. */
  isPro: boolean | null;
  /** Names of groups of the directory; all others that a claim has given are taken away. */
  groups?: readonly string[];
}

export interface DirectoriesStore {
  /** The active directory that has proved a domain. */
  ofDomain(domain: string): Promise<Directory | null>;
  /** Inactive ones as well. */
  byId(directoryId: string): Promise<Directory | null>;
  /** The directory that an account belongs to, inactive ones as well; null for none. */
  ofAccount(accountId: string): Promise<Directory | null>;
  accountOf(person: DirectoryPerson): Promise<Account | null>;
  /**
   * Whom the directory described under this subject, or else with this address; null: nobody.
   * @param email one that counts; null: there is none
   */
  described(person: DirectoryPerson, email: string | null): Promise<DescribedPerson | null>;
  /** Makes the account of a person at their first log-in; null when the address was taken meanwhile. */
  make(person: DirectoryPerson, facts: KnownFacts & { email: string }): Promise<Account | null>;
  /** Gives an existing account to a directory; null when it, or the person, belongs to another one meanwhile. */
  join(person: DirectoryPerson, accountId: string, facts: KnownFacts): Promise<Account | null>;
  /**
   * Takes an account out of its directory, with what the directory granted. @returns false when it belongs to none
   */
  leave(accountId: string): Promise<boolean>;
  /** Stores what a later log-in says; an address that another account has stays there. Null when the account is gone. */
  follow(person: DirectoryPerson, facts: KnownFacts): Promise<{ account: Account; before: string } | null>;
}
