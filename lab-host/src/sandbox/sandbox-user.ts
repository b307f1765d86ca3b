/** A host that runs as root runs its sandboxes as this user, for whom resource limits apply. */
const NOBODY = 65_534;

/** The user of sandboxes, for a new process or file; empty: the one of this process. */
export const sandboxUser = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
