import { viewOnly } from './texts.ts';

/**
 * Every error that the server may answer, by its stable code: HTTP status and the public text. Errors that learners can
 * meet have the product's own texts for failed input and calls; the others say what is wrong and what to do.
 */
export const ERRORS = {
  'bad-request': { status: 400, text: 'The request could not be understood.' },
  'invalid-input': { status: 400, text: 'Some values are not valid.' },
  'invalid-json': { status: 400, text: 'The request body is not valid JSON.' },
  'too-deep': { status: 400, text: 'The request body is nested too deeply.' },
  'unknown-tenant': { status: 400, text: 'This academy does not exist.' },
  'tenant-mismatch': { status: 400, text: 'Header, address and body name different academies.' },
  'not-signed-in': { status: 401, text: 'Please log in to continue.' },
  'invalid-token': { status: 401, text: 'Your session is no longer valid. Please log in again.' },
  'not-allowed': { status: 403, text: 'You do not have permission to do this.' },
  'token-tenant': { status: 403, text: 'This token belongs to another academy.' },
  'token-ability': { status: 403, text: 'This token does not have the ability that this call needs.' },
  'view-only': { status: 403, text: viewOnly },
  'sign-in-again': { status: 403, text: 'Log in again to confirm that it is you.' },
  'locked-auth': { status: 403, text: 'Log in to open this.' },
  'locked-pro': { status: 403, text: 'This is part of Pro membership.' },
  'cross-site': { status: 403, text: 'This call is not accepted from another site.' },
  'not-found': { status: 404, text: 'What you asked for does not exist.' },
  'method-not-allowed': { status: 405, text: 'This address does not accept that method.' },
  conflict: { status: 409, text: 'This was changed in the meantime.' },
  'lab-running': { status: 409, text: 'Another lab of yours is running. Go to it or end it first.' },
  'lab-ended': { status: 409, text: 'This lab has ended.' },
  'lab-unavailable': { status: 503, text: 'The lab platform cannot be reached. Please try again in a moment.' },
  'lab-no-capacity': {
    status: 503,
    text: 'All places of this lab are taken at the moment. Please try again in a few minutes.',
  },
  'lab-user-limit': {
    status: 409,
    text: 'Another session of yours is still open on the lab platform. Please try again when it has ended.',
  },
  'lab-not-found': { status: 404, text: 'The lab platform does not offer this lab at the moment.' },
  'lab-forbidden': { status: 503, text: 'The lab platform does not let the academy in. Please tell the team.' },
  'lab-timeout': { status: 503, text: 'The lab platform did not answer in time. Please try again.' },
  'lab-provider-error': { status: 503, text: 'The lab platform answered with an error. Please try again.' },
  'too-large': { status: 413, text: 'The request is too large.' },
  'uri-too-long': { status: 414, text: 'The address is too long.' },
  'unsupported-media-type': { status: 415, text: 'This content type is not accepted here.' },
  'already-submitted': { status: 409, text: 'This attempt was submitted already.' },
  'check-not-passed': { status: 409, text: 'Pass the knowledge check to complete this lesson.' },
  'reviews-off': { status: 409, text: 'Your daily review is switched off. Switch it on in your account.' },
  'version-conflict': { status: 409, text: 'Somebody else published this item since. Look at the history.' },
  'content-refused': { status: 422, text: 'The content was refused. See the findings.' },
  'too-many-requests': { status: 429, text: 'Too many requests. Please try again in a moment.' },
  unexpected: { status: 500, text: 'Something went wrong, please try again!' },
  'no-space': {
    status: 503,
    text: 'The academy cannot save anything right now because its disk is full. Please try again later.',
  },
  unavailable: { status: 503, text: 'The academy is busy or restarting. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;

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
    super(options.message ?? ERRORS[code].text);
    this.name = 'AcademyError';
    this.code = code;
    this.field = options.field;
    this.data = options.data ?? null;
    this.retryAfter = options.retryAfter;
  }
}

export * as TEXTS from './texts.ts';
