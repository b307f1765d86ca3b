import { webhookReplyTexts } from './webhook-reply-texts.ts';

/** How long a receiver may take, ms. */
export const ANSWER_MS = 10_000;

/** Why a delivery failed, as it is stored: a code, and for some the network's own code, as in `unreachable ECONNREFUSED`. */
export type DeliveryProblem = 'answered' | 'forbidden' | 'gone' | 'timeout' | 'unreachable' | `unreachable ${string}`;

/** Why there was no reply. @param error of `fetch` */
export function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  const cause = (error as { cause?: { code?: unknown } }).cause?.code;
  return typeof cause === 'string' ? `unreachable ${cause}` : 'unreachable';
}

/**
 * A stored problem as a sentence in the reader's language; null where there is none.
 * @param status the receiver's last answer
 */
export function problemText(stored: string | null, status: number | null): string | null {
  if (stored === null) return null;
  const [kind, code] = stored.split(' ', 2);
  switch (kind) {
    case 'answered':
      return webhookReplyTexts.answered({ status: status ?? 0 });
    case 'forbidden':
      return webhookReplyTexts.addressForbidden;
    case 'gone':
      return webhookReplyTexts.receiverGone;
    case 'timeout':
      return webhookReplyTexts.timeout({ seconds: ANSWER_MS / 1000 });
    case 'unreachable':
      return code === undefined ? webhookReplyTexts.unreachableSomehow : webhookReplyTexts.unreachable({ code });
    default:
      // Older rows hold whole sentences.
      return stored;
  }
}
