import { lazy, type ReactNode } from 'react';

const Guarded = lazy(() => import('./guarded.tsx'));

/** Lets a screen show to those who may see it (decision 2). The server enforces the same on every call. */
export function Guard({ guard, children }: { guard: 'user' | 'admin' | null; children: ReactNode }) {
  return guard === null ? children : <Guarded guard={guard}>{children}</Guarded>;
}
