import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';

const YEARS = 20;
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: Buffer.from([1, 0, 1]),
};

/** A key pair for which a SAML provider may encrypt assertions. */
export interface SamlKeys {
  /** PKCS #8, PEM. */
  privateKey: string;
  /** DER in base64. Providers take the key out of it: nobody else has signed it. */
  certificate: string;
}

export async function newSamlKeys(): Promise<SamlKeys> {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ name: 'CN=academy', signingAlgorithm: RSA },
    // Node names more uses of keys than browsers do.
    keys: keys as Parameters<typeof X509CertificateGenerator.createSelfSigned>[0]['keys'],
    notAfter: new Date(Date.now() + YEARS * 365 * 86_400_000),
  });
  const exported = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = exported.match(/.{1,64}/g) ?? [];
  return {
    privateKey: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
    certificate: Buffer.from(certificate.rawData).toString('base64'),
  };
}
