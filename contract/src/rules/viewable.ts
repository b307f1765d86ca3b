import type { Call } from '../call.ts';
import { notInView, viewOnly } from '../texts.ts';

/**
 * Why a call is refused to an administrator who views the academy as somebody else: it changes something, is for
 * administrators or scripts, or says of itself that it is not to be seen that way.
 *
 * @returns null when the call is answered
 */
export function refusalInView({ changes, who, viewable }: Pick<Call, 'changes' | 'who' | 'viewable'>): string | null {
  if (viewable ?? !(changes || who === 'admin' || who === 'token')) return null;
  return changes ? viewOnly : notInView;
}
