import type { LabSession } from '@academy/contract/labs';

const BY_REASON: Readonly<Record<NonNullable<LabSession['endReason']>, string>> = {
  completed: 'You have finished it.',
  terminated: 'It was ended.',
  expired: 'Its time is up.',
  orphaned: 'Nobody seemed to be there for a while.',
  failed: 'The lab platform could not get it ready.',
  superseded: 'Another lab was started in its place.',
};

/** The lab platform's notifications when it redirects back. */
const BY_NOTIFICATION: Readonly<Record<string, string>> = {
  'workshop-invalid': 'The lab platform does not know this lab any more.',
  'session-unavailable': 'All places of this lab are taken at the moment.',
  'session-invalid': 'The lab platform does not know your session any more.',
  'startup-timeout': 'The lab did not come up in time.',
};

/**
 * Why a session has ended, in words for the learner.
 *
 * @param notification of the platform; null without one
 */
export function endReasonText({ provider, endReason, problem }: LabSession, notification: string | null): string {
  const text = BY_NOTIFICATION[notification ?? ''];
  if (text !== undefined) return text;
  if (problem === 'timeout') return 'The lab did not come up in time.';
  if (provider === 'sandbox' && endReason === 'failed')
    return problem === 'unavailable' ? 'The academy was restarted meanwhile.' : 'All that ran in it came to an end.';
  return BY_REASON[endReason ?? 'terminated'];
}
