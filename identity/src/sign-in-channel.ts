import { channel } from 'node:diagnostics_channel';

/** Channel on which the provider tells how attempts to sign in went, for whoever counts them. */
export const SIGN_IN_CHANNEL = 'academy.sign-in';

export interface SignInEvent {
  /** `sent-back`: the form was shown again with a problem. */
  outcome: 'signed-in' | 'registered' | 'sent-back';
}

const events = channel(SIGN_IN_CHANNEL);

/** Tells of one attempt; costs nothing when nobody listens. */
export function noteSignIn(outcome: SignInEvent['outcome']): void {
  events.publish({ outcome } satisfies SignInEvent);
}
