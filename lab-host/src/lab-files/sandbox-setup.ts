import type { LabSetup } from '@academy/labs/lab-files/lab-setup';

/** Files that a lab brings along, as a tar on this machine. */
export interface SandboxPack {
  /** Path of a tar, not compressed. */
  tar: string;
  /** Folder from the home folder into which it is unpacked. */
  folder: string;
}

/** What happens in a new sandbox before its learner enters, with its packs on this machine. */
export interface SandboxSetup extends Omit<LabSetup, 'packs'> {
  /** In their order; later ones win. */
  packs: readonly SandboxPack[];
}
