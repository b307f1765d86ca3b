import { lazy, type ReactNode } from 'react';

export interface GuardProps {
  guard: 'user' | 'admin';
  /** Path of the screen that is guarded. */
  path: string;
  children: ReactNode;
}

const Guarded = lazy(() => import('./guarded.tsx'));

/** Lets a screen show to those who may see it (decision 2). The server enforces the same on every call. */
export function Guard({ guard, path, children }: Omit<GuardProps, 'guard'> & { guard: GuardProps['guard'] | null }) {
  return guard === null ? (
    children
  ) : (
    <Guarded guard={guard} path={path}>
      {children}
    </Guarded>
  );
}
