import * as v from 'valibot';

export const EnvelopeErrorSchema = v.object({
  errorMessage: v.string(),
  /** The wrong input field, for validation errors. */
  field: v.optional(v.string()),
  /** Stable error code from `errors.ts`. */
  code: v.optional(v.string()),
});
export type EnvelopeError = v.InferOutput<typeof EnvelopeErrorSchema>;

/** Every reply of the API, successful or not. */
export interface Envelope<Data> {
  success: boolean;
  data: Data | null;
  errors: EnvelopeError[];
  correlationId: string;
  message: string | null;
}

export function envelopeSchema<S extends v.GenericSchema>(data: S) {
  return v.object({
    success: v.boolean(),
    data: v.nullable(data),
    errors: v.array(EnvelopeErrorSchema),
    correlationId: v.string(),
    message: v.nullable(v.string()),
  });
}

export function succeed<Data>(data: Data, correlationId: string, message: string | null = null): Envelope<Data> {
  return { success: true, data, errors: [], correlationId, message };
}

export function fail(errors: EnvelopeError[], correlationId: string): Envelope<never> {
  return { success: false, data: null, errors, correlationId, message: null };
}
