import type { Account } from '../accounts-store.ts';
import type { Credential } from './recovery-rules.ts';

/** Storage of account recovery. */
export interface RecoveryStore {
  /** All credentials of the account besides password and sessions, oldest first. */
  credentialsOf(accountId: string): Promise<Credential[]>;
  /** The account whose question belongs to this link; null once it is answered. */
  findByQuestion(codeHash: string): Promise<Account | null>;
  /**
   * Answers the question: removes the other credentials and reactivates the kept ones.
   * @param question `questionCode` of the account when the question was asked
   * @param kept ids of credentials
   * @returns false when it was answered already, or another question has replaced it
   */
  answer(accountId: string, question: string, kept: ReadonlySet<string>): Promise<boolean>;
  /** Addresses that can still take a change of address back, besides the present one. */
  formerAddresses(accountId: string): Promise<string[]>;
}
