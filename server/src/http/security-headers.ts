import { PERMISSIONS_POLICY } from '@academy/contract/constants';
import type { FastifyInstance } from 'fastify';

/** Headers of every reply. The provider's pages set their own, documents add their policy. */
export function addSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'permissions-policy': PERMISSIONS_POLICY,
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

export interface DocumentSources {
  /** `'sha256-...'` of the one inline start script. */
  scripts: readonly string[];
  /** `'sha256-...'` of inline style elements. */
  styles: readonly string[];
  /** Origins that the page may call: the API and the identity provider, when they are not its own. */
  connect: readonly string[];
  /** Origins of images and videos other than the page's own. */
  pictures?: readonly string[];
  /** Origins of video players. */
  frames: readonly string[];
  /** Terminal and editor of labs create inline styles: their documents allow any. */
  anyStyles: boolean;
  /** Address for reports of violations. */
  reports: string;
  /**
   * True for documents with the header `REPORTING_ENDPOINTS`. Browsers read it over https only, and ignore the address
   * where a name is given.
   */
  namesReports: boolean;
}

/** Where browsers report violations of a document's policy. */
export const CSP_REPORTS = '/csp-reports';
/** Header that gives the address of reports the name that the policy uses. */
export const REPORTING_ENDPOINTS = `csp="${CSP_REPORTS}"`;

/** The policy of a document: the same for everybody, so that pages stay cacheable. */
export function documentPolicy({
  scripts,
  styles,
  connect,
  pictures = [],
  frames,
  anyStyles,
  reports,
  namesReports,
}: DocumentSources): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    // With a hash, browsers would ignore 'unsafe-inline'.
    `style-src 'self' ${anyStyles ? "'unsafe-inline'" : styles.join(' ')}`,
    ["img-src 'self' data:", ...pictures].join(' '),
    "font-src 'self'",
    ["media-src 'self'", ...pictures].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${connect.join(' ')}`.trim(),
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types app dompurify 'allow-duplicates'",
    `report-uri ${reports}`,
    ...(namesReports ? ['report-to csp'] : []),
  ].join('; ');
}
