import type { LabSetup } from '@academy/labs/lab-files/lab-setup';
import type { SandboxLayers } from '../sandbox/sandbox-home.ts';

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
  /** The published folder with all packs, unpacked already and shared with other labs; null: each sandbox unpacks them. */
  layers?: SandboxLayers | null;
}
