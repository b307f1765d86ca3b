import { ERROR_TEXTS } from './error-texts.ts';

/**
 * Every error that the server may answer, by its stable code, with its HTTP status.
 */
export const ERRORS = {
  'bad-request': { status: 400 },
  'invalid-input': { status: 400 },
  'invalid-json': { status: 400 },
  'too-deep': { status: 400 },
  'unknown-tenant': { status: 400 },
  'tenant-mismatch': { status: 400 },
  'not-signed-in': { status: 401 },
  'invalid-token': { status: 401 },
  'not-allowed': { status: 403 },
  'token-tenant': { status: 403 },
  'token-ability': { status: 403 },
  'view-only': { status: 403 },
  'sign-in-again': { status: 403 },
  'locked-auth': { status: 403 },
  'locked-pro': { status: 403 },
  'cross-site': { status: 403 },
  'not-found': { status: 404 },
  'method-not-allowed': { status: 405 },
  conflict: { status: 409 },
  'lab-running': { status: 409 },
  'lab-ended': { status: 409 },
  'lab-unavailable': { status: 503 },
  'lab-no-capacity': { status: 503 },
  'lab-user-limit': { status: 409 },
  'lab-not-found': { status: 404 },
  'lab-forbidden': { status: 503 },
  'lab-timeout': { status: 503 },
  'lab-provider-error': { status: 503 },
  'lab-no-environment': { status: 503 },
  'too-large': { status: 413 },
  'uri-too-long': { status: 414 },
  'unsupported-media-type': { status: 415 },
  'already-submitted': { status: 409 },
  'check-not-passed': { status: 409 },
  'reviews-off': { status: 409 },
  'version-conflict': { status: 409 },
  'content-refused': { status: 422 },
  'too-many-requests': { status: 429 },
  unexpected: { status: 500 },
  'no-space': { status: 503 },
  unavailable: { status: 503 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof ERRORS;

const textOf = (code: ErrorCode): string => ERROR_TEXTS[code];

/**
 * An expected refusal: the error-reply plugin turns it into an envelope. Any other thrown error becomes `unexpected`.
 */
export class AcademyError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** Data that accompanies the refusal (findings of a refused publish). */
  readonly data: unknown;
  /** Seconds after which a retry makes sense; undefined where that is not known. */
  readonly retryAfter: number | undefined;
  constructor(
    code: ErrorCode,
    options: { message?: string; field?: string; data?: unknown; retryAfter?: number } = {},
  ) {
    super(options.message ?? textOf(code));
    this.name = 'AcademyError';
    this.code = code;
    this.field = options.field;
    this.data = options.data ?? null;
    this.retryAfter = options.retryAfter;
  }
}
