import type { Account } from '../accounts-store.ts';
import type { Credential } from './recovery-rules.ts';

/** How an account gets back to its owner. */
export interface RecoveryStore {
  /** Everything that opens the account or acts for it besides password and sessions, oldest first. */
  credentialsOf(accountId: string): Promise<Credential[]>;
  /** The account whose question what to keep belongs to this link; null once it is answered. */
  findByQuestion(codeHash: string): Promise<Account | null>;
  /**
   * Answers the question what to keep: removes the rest and releases what was kept.
   * @param question `questionCode` of the account when the question was asked
   * @param kept ids of credentials
   * @returns false when it was answered already, or another question has taken its place
   */
  answer(accountId: string, question: string, kept: ReadonlySet<string>): Promise<boolean>;
  /** Addresses to which a change of address can still be taken back, besides the present one. */
  formerAddresses(accountId: string): Promise<string[]>;
}
