const DAY_MS = 24 * 60 * 60_000;

/** What opens an account, or acts for it, besides password and sessions. */
export interface Credential {
  /** Unique within an account: `passkey:...`, `token:...`. */
  id: string;
  kind: 'passkey' | 'app' | 'recovery-codes' | 'token' | 'address';
  /** The owner's name for it. */
  name: string;
  /** When it was added or last replaced; null for older ones. */
  addedAt: Date | null;
}

/**
 * A credential added within this time before the recovery may be a stranger's, ms: a week in which a change of address
 * can be taken back, and one before it.
 */
export const RECENT_MS = 14 * DAY_MS;

/**
 * How the owner is asked about a credential after a reset by mail. `recent`: kept only when selected; `older`: kept
 * unless deselected; `stays`: no choice. Access to a mailbox alone must not remove an older second factor, which
 * protects the account from exactly that.
 *
 * @param at start of the recovery: what was recent then stays recent until the owner answers
 */
export type Choice = 'recent' | 'older' | 'stays';

export function choiceOf({ kind, addedAt }: Pick<Credential, 'kind' | 'addedAt'>, at: Date): Choice {
  if (addedAt !== null && at.getTime() - addedAt.getTime() <= RECENT_MS) return 'recent';
  return kind === 'token' || kind === 'address' ? 'older' : 'stays';
}

/** Whether there is anything to choose. */
export function hasChoice(credentials: readonly Credential[], at: Date): boolean {
  return credentials.some((one) => choiceOf(one, at) !== 'stays');
}

/**
 * @param kept the ids that the owner selected; all others with a choice are removed, also those added after the
 * question
 */
export function deselected(credentials: readonly Credential[], kept: ReadonlySet<string>, at: Date): Credential[] {
  return credentials.filter((one) => choiceOf(one, at) !== 'stays' && !kept.has(one.id));
}

/** The credentials that a link that takes a change of address back removes: all since the moment of that change. */
export function addedSince(credentials: readonly Credential[], since: Date): Credential[] {
  return credentials.filter(({ addedAt }) => addedAt !== null && addedAt >= since);
}
