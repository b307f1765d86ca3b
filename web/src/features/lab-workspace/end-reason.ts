import type { LabSession } from '@academy/contract/labs';
import { runningLabTexts } from './running-lab-texts.ts';

/** The lab platform's notifications when it redirects back. */
const NOTIFICATIONS = ['workshop-invalid', 'session-unavailable', 'session-invalid', 'startup-timeout'] as const;

/**
 * Why a session has ended, in words for the learner.
 *
 * @param notification of the platform; null without one
 */
export function endReasonText({ provider, endReason, problem }: LabSession, notification: string | null): string {
  const known = NOTIFICATIONS.find((one) => one === notification);
  if (known !== undefined) return runningLabTexts[known];
  if (problem === 'timeout') return runningLabTexts['startup-timeout'];
  if (provider === 'sandbox' && endReason === 'failed')
    return problem === 'unavailable' ? runningLabTexts.academyRestarted : runningLabTexts.sandboxStopped;
  return runningLabTexts[endReason ?? 'terminated'];
}
