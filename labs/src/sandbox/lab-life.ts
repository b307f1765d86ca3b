import type { LabCondition } from '../lab-provider.ts';

const MINUTE_MS = 60_000;
/** A lab without any page is ended after this time; later when its page was last seen in a hidden tab. */
const ORPHANED_MS = 5 * MINUTE_MS;
const ORPHANED_HIDDEN_MS = 15 * MINUTE_MS;
/** Least time that an extension gives, and least time before the expiry in which one is possible. */
const LEAST_EXTENSION_MS = 5 * MINUTE_MS;

/** The times of a running lab, in milliseconds of one clock. */
export interface LabLife {
  durationMs: number;
  expiresAt: number;
  deadline: number;
  /** When a page was last open, and whether it was hidden. */
  seenAt: number;
  hidden: boolean;
}

/** The times of a lab that starts now: with extensions it may last twice as long as planned. */
export function begun(now: number, minutes: number): LabLife {
  const durationMs = minutes * MINUTE_MS;
  return { durationMs, expiresAt: now + durationMs, deadline: now + 2 * durationMs, seenAt: now, hidden: false };
}

const extension = ({ durationMs }: LabLife): number => Math.max(durationMs / 4, LEAST_EXTENSION_MS);

const isExpiring = (life: LabLife, now: number): boolean => life.expiresAt - now <= extension(life);
const isExtendable = (life: LabLife, now: number): boolean => isExpiring(life, now) && life.expiresAt < life.deadline;

/** The reported state of a running lab. */
export function conditionOf(life: LabLife, now: number): LabCondition {
  return {
    state: 'running',
    expiresAt: new Date(life.expiresAt),
    deadline: new Date(life.deadline),
    expiring: isExpiring(life, now),
    extendable: isExtendable(life, now),
  };
}

/** Extends by a quarter, near the expiry and up to the deadline. @returns null when that is not possible now */
export function extended(life: LabLife, now: number): LabLife | null {
  if (!isExtendable(life, now)) return null;
  return { ...life, expiresAt: Math.min(life.expiresAt + extension(life), life.deadline) };
}

/** Why a lab must end now; null: it need not. */
export function endOf({ expiresAt, seenAt, hidden }: LabLife, now: number): 'expired' | 'orphaned' | null {
  if (now >= expiresAt) return 'expired';
  return now - seenAt >= (hidden ? ORPHANED_HIDDEN_MS : ORPHANED_MS) ? 'orphaned' : null;
}
