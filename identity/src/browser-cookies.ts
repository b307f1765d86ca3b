import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLanguage, type Language } from '@academy/contract/i18n/languages';
import type { TenantId } from '@academy/contract/tenants';
import { readCookie, setCookie } from './cookies.ts';
import { hashSecret, newSecret } from './secrets.ts';

const HOUR_SECONDS = 60 * 60;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;

/**
 * The provider's own cookies besides those of the library: all unreadable for scripts, and sent to the provider only.
 */
export function browserCookies(issuer: string, suffix: string) {
  const { pathname: mountPath, protocol } = new URL(issuer);
  const secure = protocol === 'https:';
  const named = {
    device: `academy_device_${suffix}`,
    waiting: `academy_waiting_${suffix}`,
    link: `academy_link_${suffix}`,
    proof: `academy_proof_${suffix}`,
    brand: `academy_brand_${suffix}`,
    language: `academy_language_${suffix}`,
    trial: `academy_trial_${suffix}`,
  };

  return {
    /** Hash by which the database knows this browser; null before its first sign-in. */
    device(req: IncomingMessage): string | null {
      const value = readCookie(req, named.device);
      return value !== null && /^[\w-]{43}$/.test(value) ? hashSecret(value) : null;
    },

    /** Remembers the browser for a year from its last sign-in. @returns as above */
    keepDevice(req: IncomingMessage, res: ServerResponse): string {
      const known = readCookie(req, named.device);
      const value = known !== null && /^[\w-]{43}$/.test(known) ? known : newSecret();
      setCookie(res, named.device, value, { path: mountPath, secure, maxAge: YEAR_SECONDS });
      return hashSecret(value);
    },

    /** This browser's sign-in that waits for a mail, if any. */
    waiting(req: IncomingMessage): { tenantId: TenantId; uid: string; proof: string } | null {
      const value = readCookie(req, named.waiting) ?? '';
      const match = /^([a-z][a-z0-9]{1,30})\/([\w-]{10,64})\/([\w-]{43})$/.exec(value);
      return match === null ? null : { tenantId: match[1] as TenantId, uid: match[2] ?? '', proof: match[3] ?? '' };
    },

    keepWaiting(res: ServerResponse, tenantId: TenantId, uid: string, proof: string): void {
      setCookie(res, named.waiting, `${tenantId}/${uid}/${proof}`, { path: mountPath, secure, maxAge: HOUR_SECONDS });
    },

    /** The proof that this browser started the sign-in in the address. */
    proof: (req: IncomingMessage): string | null => readCookie(req, named.proof),

    /**
     * @param paths of the sign-in's pages and of its return to the library, by which the library scopes its own cookies
     */
    keepProof(res: ServerResponse, paths: readonly string[], proof: string): void {
      for (const path of paths) setCookie(res, named.proof, proof, { path, secure, maxAge: HOUR_SECONDS });
    },

    /** The proof that this browser tries a directory. */
    trial: (req: IncomingMessage): string | null => readCookie(req, named.trial),

    keepTrial(res: ServerResponse, directoryId: string, proof: string): void {
      setCookie(res, named.trial, proof, {
        path: `${mountPath}directory/${directoryId}/`,
        secure,
        maxAge: HOUR_SECONDS,
      });
    },

    /** The brand that the account pages showed last. */
    brand: (req: IncomingMessage): string | null => readCookie(req, named.brand),

    keepBrand(res: ServerResponse, tenantId: TenantId): void {
      setCookie(res, named.brand, tenantId, { path: mountPath, secure, maxAge: YEAR_SECONDS });
    },

    /** The language of the last sign-in, or the one that was chosen on a page since then. */
    language(req: IncomingMessage): Language | null {
      const value = readCookie(req, named.language) ?? '';
      return isLanguage(value) ? value : null;
    },

    keepLanguage(res: ServerResponse, language: Language): void {
      setCookie(res, named.language, language, { path: mountPath, secure, maxAge: YEAR_SECONDS });
    },

    /** The secret of the mailed link that was opened last on this page. */
    link(req: IncomingMessage): string | null {
      const value = readCookie(req, named.link);
      return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
    },

    /**
     * Stores the secret for this page only, so that it can be removed from the address. @param secret null deletes it
     */
    keepLink(res: ServerResponse, page: string, secret: string | null): void {
      const maxAge = secret === null ? 0 : HOUR_SECONDS;
      setCookie(res, named.link, secret ?? '', { path: `${mountPath}${page}`, secure, maxAge });
    },
  };
}

export type BrowserCookies = ReturnType<typeof browserCookies>;
