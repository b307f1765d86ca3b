import { X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';

/** Most certificates of one provider; two are usual while its key changes. */
const MAX_CERTIFICATES = 10;
const MIN_KEY_BITS = 2_048;

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

/** What is read from the metadata of a SAML provider. */
export interface SamlMetadata {
  entityId: string;
  /** Where the browser is redirected to. */
  logInAddress: string;
  /** Those that its signatures are checked with; DER in base64. */
  certificates: readonly string[];
}

/** Metadata that cannot be used; the message says why. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
}

/**
 * Parses XML. Document types are refused, and with them entities of one's own.
 * @throws MetadataError
 */
export function parseXml(xml: string): Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new MetadataError('a document type is not allowed');
  const fail = (message: string) => {
    throw new MetadataError(`the XML is not well formed: ${message.split('\n')[0]}`);
  };
  const errorHandler = { warning: () => undefined, error: fail, fatalError: fail };
  const parsed: Document | undefined = new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml');
  if (parsed?.documentElement == null) throw new MetadataError('there is no XML');
  return parsed;
}

/**
 * Reads the metadata of one SAML 2.0 provider.
 * @throws MetadataError
 */
export function readMetadata(xml: string): SamlMetadata {
  const [role, another] = elementsOf(parseXml(xml), METADATA, 'IDPSSODescriptor');
  if (role === undefined) throw new MetadataError('there is no provider (IDPSSODescriptor) in it');
  if (another !== undefined) throw new MetadataError('there are several providers in it');
  const entityId = (role.parentNode as Element).getAttribute('entityID') ?? '';
  if (entityId === '') throw new MetadataError('there is no entityID in it');
  const protocols = (role.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/);
  if (!protocols.includes(PROTOCOL)) throw new MetadataError('the provider does not support SAML 2.0');
  const logIn = elementsOf(role, METADATA, 'SingleSignOnService').find(
    (one) => one.getAttribute('Binding') === REDIRECT,
  );
  const logInAddress = logIn?.getAttribute('Location') ?? '';
  if (URL.parse(logInAddress) === null)
    throw new MetadataError('there is no log-in address (SingleSignOnService) for HTTP-Redirect in it');
  const certificates = elementsOf(role, METADATA, 'KeyDescriptor')
    .filter((one) => one.getAttribute('use') !== 'encryption')
    .flatMap((one) => elementsOf(one, SIGNATURE, 'X509Certificate'))
    .map((one) => (one.textContent ?? '').replace(/\s+/g, ''));
  for (const one of certificates) refuseWeak(one);
  if (certificates.length === 0) throw new MetadataError('there is no certificate for signatures in it');
  if (certificates.length > MAX_CERTIFICATES)
    throw new MetadataError(`there are more than ${MAX_CERTIFICATES} certificates in it`);
  return { entityId, logInAddress, certificates: [...new Set(certificates)] };
}

const elementsOf = (within: Document | Element, namespace: string, name: string): Element[] =>
  Array.from(within.getElementsByTagNameNS(namespace, name));

function refuseWeak(certificate: string): void {
  const read = () => {
    try {
      return new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
    } catch {
      throw new MetadataError('a certificate in it cannot be read');
    }
  };
  const { asymmetricKeyType, asymmetricKeyDetails } = read();
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_KEY_BITS)
    throw new MetadataError(`a certificate in it is not RSA with ${MIN_KEY_BITS} bits`);
}
