import type { Account } from '../accounts-store.ts';

/** Which claims hold what is known of a person. */
export interface ClaimMapping {
  email: string;
  firstName: string;
  lastName: string;
  /**
   * Whether addresses count as verified when the provider does not say so by `email_verified`. An address that it calls
   * unverified never counts.
   */
  trustsAddresses: boolean;
  /** People are Pro members whose claim has this value, alone or in a list; null: the directory grants none. */
  pro: { claim: string; value: string } | null;
}

/** A company's identity provider, in which its people log in. */
export interface Directory {
  directoryId: string;
  /** Protocol. */
  kind: 'oidc';
  name: string;
  /** Exactly as its tokens name it. */
  issuer: string;
  clientId: string;
  /** As stored: encrypted where the installation has a key secret; null for a public client. */
  clientSecret: string | null;
  /** Separated by spaces. */
  scopes: string;
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
  /** Stores what a later log-in says; an address that another account has stays there. Null when the account is gone. */
  follow(person: DirectoryPerson, facts: KnownFacts): Promise<{ account: Account; before: string } | null>;
}
