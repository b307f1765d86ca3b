import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True on the server, and in the first render of what it has rendered. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
