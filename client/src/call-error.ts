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
  /** Stable name of what is wrong, such as `invalid-input`; null when something answered that is no academy. */
  readonly code: string | null;
  /** What is wrong with which input, by its name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names the request in the log of the server. */
  readonly correlationId: string | null;
  /** What explains the refusal, such as the findings of a refused publish. */
  readonly data: unknown;
  /** When to ask again, where the academy says so. */
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
