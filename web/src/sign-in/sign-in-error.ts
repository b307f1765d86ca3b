/**
 * Why a sign-in did not succeed; the screens explain it. `no-storage`: the browser stores nothing for this site.
 * `unsupported`: it lacks what sign-in needs, as on an address without https.
 */
export type SignInReason = 'cancelled' | 'refused' | 'unreachable' | 'no-code' | 'no-storage' | 'unsupported';

export class SignInError extends Error {
  readonly reason: SignInReason;
  constructor(reason: SignInReason, message: string) {
    super(message);
    this.name = 'SignInError';
    this.reason = reason;
  }
}
