import type { LabCondition } from '@academy/labs/lab-provider';

const MINUTE_MS = 60_000;
/** A lab without any page is ended after this time; later when its page was last seen in a hidden tab. */
const ORPHANED_MS = 5 * MINUTE_MS;
const ORPHANED_HIDDEN_MS = 15 * MINUTE_MS;
/** Least time that an extension gives, and least time before the expiry in which one is possible. */
const MIN_EXTENSION_MS = 5 * MINUTE_MS;

/** The times of a running lab, in milliseconds of one clock. */
export interface LabLifetime {
  durationMs: number;
  expiresAt: number;
  deadline: number;
  /** When a page was last open, and whether it was hidden. */
  seenAt: number;
  hidden: boolean;
}

/** The times of a lab that starts now: with extensions it may last twice as long as planned. */
export function begun(now: number, minutes: number): LabLifetime {
  const durationMs = minutes * MINUTE_MS;
  return { durationMs, expiresAt: now + durationMs, deadline: now + 2 * durationMs, seenAt: now, hidden: false };
}

const extension = ({ durationMs }: LabLifetime): number => Math.max(durationMs / 4, MIN_EXTENSION_MS);

const isExpiring = (lifetime: LabLifetime, now: number): boolean => lifetime.expiresAt - now <= extension(lifetime);
const isExtendable = (lifetime: LabLifetime, now: number): boolean =>
  isExpiring(lifetime, now) && lifetime.expiresAt < lifetime.deadline;

/** The reported state of a running lab. */
export function conditionOf(lifetime: LabLifetime, now: number): LabCondition {
  return {
    state: 'running',
    expiresAt: new Date(lifetime.expiresAt),
    deadline: new Date(lifetime.deadline),
    expiring: isExpiring(lifetime, now),
    extendable: isExtendable(lifetime, now),
  };
}

/** Extends by a quarter, near the expiry and up to the deadline. @returns null when that is not possible now */
export function extended(lifetime: LabLifetime, now: number): LabLifetime | null {
  if (!isExtendable(lifetime, now)) return null;
  return { ...lifetime, expiresAt: Math.min(lifetime.expiresAt + extension(lifetime), lifetime.deadline) };
}

/** Why a lab must end now; null: it need not. */
export function endOf({ expiresAt, seenAt, hidden }: LabLifetime, now: number): 'expired' | 'orphaned' | null {
  if (now >= expiresAt) return 'expired';
  return now - seenAt >= (hidden ? ORPHANED_HIDDEN_MS : ORPHANED_MS) ? 'orphaned' : null;
}
