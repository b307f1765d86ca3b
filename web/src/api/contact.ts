import { sendContactMessage } from '@academy/contract/call-routes/contact';
import type { ContactForm } from '@academy/contract/contact';
import { pageRuntime } from '../lib/runtime.tsx';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';

/**
 * Sends a message to the academy. Errors are thrown as `CallError`.
 * @param key the same key is kept once, however often it is sent
 * @returns HTML of the thank-you message
 */
export async function postContactMessage(form: ContactForm, key: string): Promise<string> {
  const query = { tenant: pageRuntime().tenant.tenantId };
  const headers = { 'idempotency-key': key };
  const options = { ...QUIET, form: true };
  return (await call(sendContactMessage, { query, headers, body: form }, options)).message;
}
