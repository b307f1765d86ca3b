import type { Call } from '../call.ts';
import { TEXTS } from '../texts.ts';

/**
 * Why a call is refused during an impersonation: it changes something, is for administrators or scripts, or declares
 * itself not viewable.
 *
 * @returns null when the call is allowed
 */
export function refusalDuringImpersonation({
  changes,
  who,
  viewable,
}: Pick<Call, 'changes' | 'who' | 'viewable'>): string | null {
  if (viewable ?? !(changes || who === 'admin' || who === 'token')) return null;
  return changes ? TEXTS.viewOnly : TEXTS.notInView;
}
