import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The fields of a WebAuthn request that this authenticator needs. */
export interface AskedFor {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
  allowCredentials?: { id: string }[];
}

/** Faults that an answer can have. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** False: without user presence, or without user verification. */
  present?: boolean;
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
}

/** An authenticator in software: creates a passkey and signs with it, correctly or with one fault. */
export class Authenticator {
  readonly credentialId = randomBytes(16).toString('base64url');
  counter = 0;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';

  /** @param origin of the page that makes the request */
  constructor(origin: string) {
    this.#origin = origin;
  }

  create(asked: AskedFor, wrong: Wrong = {}): string {
    this.#userHandle = asked.user?.id ?? '';
    const id = Buffer.from(this.credentialId, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, coseKey(this.#keys.publicKey)]);
    const authData = Buffer.concat([this.#data(wrong.rpId ?? asked.rp?.id ?? '', 0x40, wrong), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', asked, wrong).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  get(asked: AskedFor, wrong: Wrong = {}): string {
    const clientData = this.#clientData('webauthn.get', asked, wrong);
    const authData = this.#data(wrong.rpId ?? asked.rpId ?? '', 0, wrong);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: wrong.userHandle ?? this.#userHandle,
    });
  }

  #answer(response: object): string {
    return JSON.stringify({ id: this.credentialId, rawId: this.credentialId, type: 'public-key', response });
  }

  #clientData(type: string, { challenge }: AskedFor, wrong: Wrong): Buffer {
    const data = {
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? this.#origin,
    };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  #data(rpId: string, flags: number, { present = true, verified = true, counter = this.counter }: Wrong): Buffer {
    const all = flags | (present ? 0x01 : 0) | (verified ? 0x04 : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), uint(counter, 4)]);
  }
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string) => cborBytes(Buffer.from(text, 'base64url'));
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key on P-256 for ES256.
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, coordinate(x), Buffer.from([0x22]), coordinate(y)]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? [Buffer.from([0x58]), uint(bytes.length, 1)] : [Buffer.from([0x59]), uint(bytes.length, 2)];
  return Buffer.concat([...head, bytes]);
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
