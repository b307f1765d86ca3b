interface Refusal {
  status: number;
  code: string | null;
  fields: Readonly<Record<string, string>>;
  correlationId: string | null;
  data: unknown;
  retryAfterSeconds: number | null;
}

/** A call that an academy refused. Its message is for people to read. */
export class CallError extends Error implements Refusal {
  /** HTTP status. */
  readonly status: number;
  /** Stable error code, such as `invalid-input`; null when the reply does not come from an academy. */
  readonly code: string | null;
  /** What is wrong with each input field, by its name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Identifies the request in the server's log. */
  readonly correlationId: string | null;
  /** Details of the refusal, such as the findings of a refused publish. */
  readonly data: unknown;
  /** Seconds after which to retry, where the academy says so. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.name = 'CallError';
    this.status = refusal.status;
    this.code = refusal.code;
    this.fields = refusal.fields;
    this.correlationId = refusal.correlationId;
    this.data = refusal.data;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}
