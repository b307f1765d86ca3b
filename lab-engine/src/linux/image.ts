/** Version of the form of images; another one cannot be opened. */
export const IMAGE_FORMAT = 1;

/** A content of the store of images. */
export interface StoredContent {
  hash: string;
  /** Bytes, unpacked and packed. */
  bytes: number;
  packed: number;
}

/** A package of Debian in an image, and where its source is. */
export interface ImagePackage {
  name: string;
  version: string;
  source: string;
  sourceVersion: string;
  /** As its copyright file names them; empty where that does not say. */
  licences: string[];
}

/** What `image.json` of an image says. */
export interface LinuxImage {
  format: number;
  name: string;
  title: string;
  /** SHA-256 over all that the machine is made of. */
  digest: string;
  madeAt: string;
  /** Megabytes of memory that the machine was saved with. */
  memory: number;
  /** Version of the emulator that saved the state. */
  emulator: string;
  /** Version of the kernel. */
  kernel: string;
  /** The machine just before its first prompt. */
  state: StoredContent;
  /** Its files, as a tree in the form of the emulator. */
  tree: StoredContent;
  /** Contents that are read before the first prompt. */
  first: string[];
  /** Programs on the path, with their versions where they say one. */
  programs: Record<string, string>;
  packages: ImagePackage[];
  /** Licences and where sources are, as a text for readers. */
  notice: string;
}
