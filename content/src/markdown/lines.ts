import { closesFence, type FenceState, openedFence } from '@academy/contract/rules/code-fences';

export { openedFence };

/** Follows code fences line by line. */
export interface FenceFollower {
  /** True when a fence is open after the lines so far. */
  open(): boolean;
  /** Takes the next line; true when it belongs to a fence, its markers included. */
  next(line: string): boolean;
}

export function fenceFollower(): FenceFollower {
  let fence: FenceState | null = null;
  return {
    open: () => fence !== null,
    next(line) {
      if (fence !== null) {
        if (closesFence(line, fence)) fence = null;
        return true;
      }
      fence = openedFence(line);
      return fence !== null;
    },
  };
}
