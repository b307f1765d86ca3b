/** A variable that an edition read, and a later one does not. */
export interface FormerSetting {
  name: string;
  /** Edition that no longer reads it. */
  since: string;
  /** Its new name; null when nothing takes its place. */
  now: string | null;
}

/** Settings that were renamed or removed, so that an upgrade names them before it happens. None so far. */
export const FORMER_SETTINGS: readonly FormerSetting[] = [];
