import { StoreProblem } from './file-store.ts';

/** What a store's refusal means to an operator. */
export interface StoreAdvice {
  /** One sentence. */
  said: string;
  next: string;
}

const ADVICE: readonly [reasons: RegExp, next: string][] = [
  [/^(?:InvalidAccessKeyId|NoSuchAccessKey)$/, 'The store does not know the key: check ACADEMY_S3_ACCESS_KEY.'],
  [
    /^SignatureDoesNotMatch$/,
    'Check ACADEMY_S3_ACCESS_KEY, ACADEMY_S3_SECRET_KEY and ACADEMY_S3_REGION; a proxy in front of the store must keep the host name.',
  ],
  [
    /^(?:RequestTimeTooSkewed|RequestExpired)$/,
    'Let the clocks of this machine and the store follow a time server (NTP).',
  ],
  [
    /^(?:NoSuchBucket|PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|HTTP 30\d)$/,
    'Check ACADEMY_S3_BUCKET, ACADEMY_S3_REGION and ACADEMY_S3_PATH_STYLE, or create the bucket.',
  ],
  [
    /^(?:AccessDenied|HTTP 403|AllAccessDisabled)$/,
    'Give the key the rights that docs/how-to/content-files-in-s3.md lists.',
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/,
    'Check ACADEMY_S3_ENDPOINT, the name in DNS and the firewall; is the store running?',
  ],
  [/CERT|TLS|SSL|ALTNAME/i, 'Check the certificate of the store.'],
];

export function adviceFor(error: unknown): StoreAdvice {
  if (!(error instanceof StoreProblem))
    return {
      said: `The content store: ${error instanceof Error ? error.message : String(error)}.`,
      next: 'Read the log.',
    };
  const found = ADVICE.find(([reasons]) => reasons.test(error.reason));
  const said = error.message.replace(/^t/, 'T');
  return { said: `${said}.`, next: found?.[1] ?? 'Read the log of the store.' };
}
