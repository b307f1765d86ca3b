const DAY_MS = 24 * 60 * 60_000;

/** Something besides the password and the sessions that opens an account, or acts for it. */
export interface Credential {
  /** Unique among those of an account: `passkey:...`, `token:...`. */
  id: string;
  kind: 'passkey' | 'app' | 'recovery-codes' | 'token' | 'address';
  /** As its owner knows it. */
  name: string;
  /** When it was added or last replaced; null for those from before this was noted. */
  addedAt: Date | null;
}

/**
 * What was added within this time before the owner takes the account back may be a stranger's, ms: a week in which a change
 * of address can be taken back, and one before it.
 */
export const RECENT_MS = 14 * DAY_MS;

/**
 * How the owner is asked about a credential after a reset by mail. `recent`: kept only when chosen; `older`: kept unless
 * deselected; `stays`: no choice. A mailbox alone must not remove a second factor that protects the account from exactly
 * that, so older ones stay.
 *
 * @param at since when the account is on its way back: what was recent then stays so until the owner answers
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

/** @param kept the ids that the owner chose; anything else with a choice goes, also what was added after the question */
export function deselected(credentials: readonly Credential[], kept: ReadonlySet<string>, at: Date): Credential[] {
  return credentials.filter((one) => choiceOf(one, at) !== 'stays' && !kept.has(one.id));
}

/** What a link that takes a change of address back removes: everything from the moment of that change. */
export function addedSince(credentials: readonly Credential[], since: Date): Credential[] {
  return credentials.filter(({ addedAt }) => addedAt !== null && addedAt >= since);
}
