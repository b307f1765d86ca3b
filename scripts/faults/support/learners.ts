import { randomBytes } from 'node:crypto';
import { type Learner, makePeople, refreshTokens, type SignInPlace, signInForTokens } from '@academy/bench/people';

/** A signed-in learner whose access token can be renewed. */
export interface RunLearner extends Learner {
  password: string;
  refreshToken: string;
}

/** Access tokens are valid for ten minutes; they are renewed when they are older than this, ms. */
const RENEW_AFTER_MS = 6 * 60_000;

export interface Learners {
  all: readonly RunLearner[];
  /** Renews the access tokens when that is due. */
  keepFresh(): Promise<void>;
}

/** Writes people into a database and signs each of them in at the provider, as a browser does. */
export async function signInMany(place: SignInPlace, databaseUrl: string, count: number): Promise<Learners> {
  const password = randomBytes(18).toString('base64url');
  const emails = Array.from({ length: count }, () => `learner-${randomBytes(6).toString('hex')}@example.org`);
  await makePeople(databaseUrl, emails, password);
  const all: RunLearner[] = [];
  for (const email of emails) {
    const tokens = await signInForTokens(place, email, password);
    all.push({ email, password, bearer: tokens.access_token, refreshToken: tokens.refresh_token });
  }
  let renewedAt = Date.now();
  return {
    all,
    async keepFresh() {
      if (Date.now() - renewedAt < RENEW_AFTER_MS) return;
      for (const learner of all) {
        const { status, tokens } = await refreshTokens(place, learner.refreshToken);
        if (tokens === null) throw new Error(`${learner.email} got no new tokens: ${status}`);
        learner.bearer = tokens.access_token;
        learner.refreshToken = tokens.refresh_token;
      }
      renewedAt = Date.now();
    },
  };
}
