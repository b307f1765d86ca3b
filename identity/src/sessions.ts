import { USER_AGENT_MAX_LENGTH } from './device.ts';

/** A browser in which somebody is signed in. */
export interface SignedInBrowser {
  /** `sid` of the tokens that belong to it. */
  sessionUid: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/** What the provider keeps about sessions beside the engine's own artifacts. */
export interface SessionsStore {
  /** Notes that a session brought tokens; at most one write a minute for each. */
  noteUse(session: { sessionUid: string; accountId: string; userAgent: string }): Promise<void>;
}

/** The part of a user agent that is kept: one line, no control characters. */
export function storableUserAgent(header: string | undefined): string {
  return (header ?? '').replace(/\p{Cc}+/gu, ' ').slice(0, USER_AGENT_MAX_LENGTH);
}
