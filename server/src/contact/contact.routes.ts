import { sendContactMessage } from '@academy/contract/contact';
import type { CallTable } from '../calls/bind.ts';
import type { ContactService } from './contact.service.ts';

export function bindContact(calls: CallTable, contact: ContactService): void {
  calls.bind(sendContactMessage, async ({ scope, body, headers }) => ({
    message: await contact.take(scope, body, headers['idempotency-key']),
  }));
}
