import { TEXTS } from '@academy/contract/texts';
import { CallError } from '../../api/call-error.ts';
import { managedEmailTexts } from './managed-email-texts.ts';

/** What is shown when an address could not be added: the first error of the server, whether or not it has a code. */
export function addFailureText(error: unknown): string {
  const { status = 0, message = '' } = error instanceof CallError ? error : {};
  const [first = ''] = message.split('\n');
  // Texts of the page for an answer without a message are no errors of the server.
  const own: string[] = ['', TEXTS.requestFailed({ status }), TEXTS.envelopeFailed, TEXTS.emptyResponse];
  return status === 0 || own.includes(first) ? managedEmailTexts.addFailed : first;
}
