import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as v from 'valibot';
import type { Account } from '../accounts-store.ts';
import type { Challenges } from './challenges.ts';
import type { PasskeysStore, StoredPasskey } from './passkeys-store.ts';

/** EdDSA, ES256 and RS256: the algorithms of present authenticators. */
const ALGORITHMS = [-8, -7, -257];
/** How long the browser waits for the person, ms; no longer than the lifetime of a challenge. */
const TIMEOUT_MS = 4 * 60_000;
/** Most passkeys of one account. */
export const MAX_PASSKEYS = 20;

const Text = v.pipe(v.string(), v.maxLength(12_000), v.regex(/^[\w-]*$/));
const Common = { id: v.pipe(Text, v.minLength(1), v.maxLength(1_400)), rawId: Text, type: v.literal('public-key') };
const RegistrationSchema = v.object({
  ...Common,
  response: v.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10)), []),
  }),
});
const AuthenticationSchema = v.object({
  ...Common,
  response: v.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: v.optional(Text),
  }),
});

/** With what it needs for certificates of authenticators it takes 6 MB: loaded with the first passkey. */
const webAuthn = () => import('@simplewebauthn/server');
const webAuthnHelpers = () => import('@simplewebauthn/server/helpers');

const STALE = { refused: 'the challenge is unknown, used or too old' } as const;

/** The verified user of a passkey. */
export interface PasskeyProof {
  passkey: StoredPasskey;
  /** RFC 8176: a key in hardware or one that is copied between devices, with user presence and user verification. */
  amr: readonly string[];
}

export interface CeremonyOptions {
  store: PasskeysStore;
  challenges: Challenges;
  /** Passkeys are bound to its host, and to pages of its origin. */
  issuer: string;
}

/** Creates and verifies passkeys, without pages. `refused` is a reason for the log. */
export function ceremonies({ store, challenges, issuer }: CeremonyOptions) {
  const { hostname: rpID, origin } = new URL(issuer);

  /** The browser's options for creating a passkey. @param place where the challenge is valid */
  async function creationOptions(account: Account, rpName: string, place: string) {
    const known = await store.ofAccount(account.accountId);
    const { generateRegistrationOptions } = await webAuthn();
    const { isoBase64URL, isoUint8Array } = await webAuthnHelpers();
    return generateRegistrationOptions({
      rpName,
      rpID,
      userName: account.email,
      userDisplayName: `${account.firstName} ${account.lastName}`.trim(),
      userID: isoUint8Array.fromUTF8String(account.accountId),
      challenge: isoBase64URL.toBuffer(await challenges.make(place)),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      // It replaces two factors, so the device must identify the owner and ask for finger, face or PIN.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** The browser's options for using a passkey. @param accountId its owner; null: any passkey of this site */
  async function requestOptions(accountId: string | null, place: string) {
    const known = accountId === null ? null : await store.ofAccount(accountId);
    const { generateAuthenticationOptions } = await webAuthn();
    const { isoBase64URL } = await webAuthnHelpers();
    return generateAuthenticationOptions({
      rpID,
      challenge: isoBase64URL.toBuffer(await challenges.make(place)),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(known === null
        ? {}
        : { allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })) }),
    });
  }

  /** Stores a passkey that the browser has created. @param answer JSON, as it was sent */
  async function register(
    account: Account,
    name: string,
    answer: string,
    place: string,
  ): Promise<{ added: true } | { refused: string }> {
    const response = parsed(RegistrationSchema, answer);
    if (response === null) return { refused: 'not an answer of an authenticator' };
    const expectedChallenge = await takeChallenge(response.response.clientDataJSON, place);
    if (expectedChallenge === null) return STALE;
    const { verifyRegistrationResponse } = await webAuthn();
    const verified = await attempt(() =>
      verifyRegistrationResponse({
        response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if ('refused' in verified) return verified;
    if (!verified.verified) return { refused: 'the attestation is wrong' };
    const { credential } = verified.registrationInfo;
    const added = await store.add(
      {
        credentialId: credential.id,
        accountId: account.accountId,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: response.response.transports,
        name,
      },
      MAX_PASSKEYS,
    );
    return added ? { added: true } : { refused: 'known already, or too many' };
  }

  /**
   * Verifies a passkey's signature. The challenge is used up whatever the outcome.
   *
   * @param accountId the required owner; null: any
   */
  async function prove(
    accountId: string | null,
    answer: string,
    place: string,
  ): Promise<PasskeyProof | { refused: string }> {
    const response = parsed(AuthenticationSchema, answer);
    if (response === null) return { refused: 'not an answer of an authenticator' };
    const { userHandle, clientDataJSON } = response.response;
    const expectedChallenge = await takeChallenge(clientDataJSON, place);
    if (expectedChallenge === null) return STALE;
    const passkey = await store.find(response.id);
    if (passkey === null || (accountId !== null && passkey.accountId !== accountId))
      return { refused: 'unknown passkey' };
    const { isoBase64URL } = await webAuthnHelpers();
    // A device that names its owner must name the account that we know.
    if (userHandle !== undefined && userHandle !== isoBase64URL.fromUTF8String(passkey.accountId))
      return { refused: 'passkey of somebody else' };
    const { verifyAuthenticationResponse } = await webAuthn();
    const verified = await attempt(() =>
      verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
      }),
    );
    if ('refused' in verified) return verified;
    if (!verified.verified) return { refused: 'the signature is wrong' };
    const { newCounter, credentialDeviceType } = verified.authenticationInfo;
    if (!(await store.noteUse(passkey.credentialId, newCounter))) return { refused: 'the counter went back' };
    return { passkey, amr: [credentialDeviceType === 'singleDevice' ? 'hwk' : 'swk', 'user', 'mfa'] };
  }

  /** The signed challenge, which becomes void; null when it is not valid for this place any more. */
  async function takeChallenge(clientDataJSON: string, place: string): Promise<string | null> {
    const { decodeClientDataJSON } = await webAuthnHelpers();
    const data = await attempt(async () => decodeClientDataJSON(clientDataJSON));
    if ('refused' in data || typeof data.challenge !== 'string') return null;
    return (await challenges.take(data.challenge, place)) ? data.challenge : null;
  }

  return { creationOptions, requestOptions, register, prove };
}

export type Ceremonies = ReturnType<typeof ceremonies>;

function parsed<S extends v.GenericSchema>(schema: S, answer: string): v.InferOutput<S> | null {
  try {
    const result = v.safeParse(schema, JSON.parse(answer));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** The library throws for all errors of clients. */
async function attempt<T extends object>(work: () => Promise<T>): Promise<T | { refused: string }> {
  try {
    return await work();
  } catch (error) {
    return { refused: error instanceof Error ? error.message.slice(0, 200) : 'malformed' };
  }
}
