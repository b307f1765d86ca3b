/** Why a call failed. Unless the call was quiet, the message has been shown already. */
export class CallError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Stable code of the contract's error catalogue. */
  readonly code: string | null;
  /** The input that is wrong, by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly correlationId: string | null;
  /** Seconds after which the server allows a retry; null without a `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    about: Partial<Pick<CallError, 'status' | 'code' | 'fields' | 'correlationId' | 'retryAfter'>> & {
      cause?: unknown;
    } = {},
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = 'CallError';
    this.status = about.status ?? 0;
    this.code = about.code ?? null;
    this.fields = about.fields ?? {};
    this.correlationId = about.correlationId ?? null;
    this.retryAfter = about.retryAfter ?? null;
  }
}

/** True when the requested thing does not exist, in the browser (CallError) and on the server (AcademyError). */
export function isNotFound(error: unknown): boolean {
  const given = error as { status?: unknown; code?: unknown } | null;
  return given?.status === 404 || given?.code === 'not-found';
}

/** Why something did not succeed, in words for the learner. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
