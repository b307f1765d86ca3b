import type { LikeableType } from '@academy/contract/favorites';
import type { NewToast } from '../lib/toasts.ts';
import { progressTexts } from '../overlay/progress-texts.ts';
import { CallError } from './call-error.ts';

/**
 * The message of a favorite that could not be changed, by the rules of every call: none for an ended session (401) or a
 * cancelled request, and with the correlation id under which the server's log has it. A guide only goes back to what it was,
 * without a message.
 */
export function favoriteFailure(kind: LikeableType, isFavorite: boolean, error: unknown): NewToast | null {
  const failed = error instanceof CallError ? error : null;
  const reason = error instanceof Error ? error.message : '';
  if (kind === 'guide' || failed?.status === 401 || reason.includes('aborted')) return null;
  const message = isFavorite
    ? progressTexts.favoriteNotSaved({ reason })
    : progressTexts.favoriteNotRemoved({ reason });
  return { message, additionalInfo: failed?.correlationId ?? null };
}
