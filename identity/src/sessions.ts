import { USER_AGENT_MAX_LENGTH } from './device.ts';

/** A browser in which a person is signed in. */
export interface SignedInBrowser {
  /** `sid` of its tokens. */
  sessionUid: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/** What the provider stores about sessions besides the library's own artifacts. */
export interface SessionsStore {
  /** Records that tokens of a session were used; at most one write a minute for each. */
  noteUse(session: { sessionUid: string; accountId: string; userAgent: string }): Promise<void>;
}

/** The stored part of a user agent: one line, no control characters. */
export function storableUserAgent(header: string | undefined): string {
  return (header ?? '').replace(/\p{Cc}+/gu, ' ').slice(0, USER_AGENT_MAX_LENGTH);
}
