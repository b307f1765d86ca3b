const HEAD = 'version https://git-lfs.github.com/';

/** Why a file is not what its name says, when git holds only a pointer to it; null for every other file. */
export function pointerTrouble(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD.length)).toString('latin1');
  return head === HEAD ? 'is a pointer of Git LFS, not the file itself; run "git lfs pull" before you publish' : null;
}
