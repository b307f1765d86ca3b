import type { ReactNode } from 'react';
import { Guarded } from './guarded.tsx';

export interface GuardProps {
  guard: 'user' | 'admin';
  /** Path of the screen that is guarded. */
  path: string;
  /** Its title in the route table. */
  title: string;
  children: ReactNode;
}

/** Shows a screen only to people who may see it. The server enforces the same on every call. */
export function Guard({ guard, ...screen }: Omit<GuardProps, 'guard'> & { guard: GuardProps['guard'] | null }) {
  return guard === null ? screen.children : <Guarded guard={guard} {...screen} />;
}
