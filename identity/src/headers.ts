import { PERMISSIONS_POLICY } from '@academy/contract/constants';
import type { Brands } from './brands.ts';
import { hashOf } from './pages/style.ts';

/**
 * The content security policy of the provider's replies. `form-action` lists the academies, because browsers apply it
 * to redirects after a form, and sign-in ends on an academy's origin.
 */
export function contentSecurityPolicy(brands: Brands, style?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style === undefined ? "'none'" : hashOf(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${[...brands.origins].join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join(';');
}

/** Headers of every reply. */
export function securityHeaders(brands: Brands, issuer: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(brands),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'x-frame-options': 'DENY',
    ...(issuer.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
