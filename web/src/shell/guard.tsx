import type { ReactNode } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';

export interface GuardProps {
  guard: 'user' | 'admin';
  /** Path of the screen that is guarded. */
  path: string;
  /** Its title in the route table. */
  title: string;
  children: ReactNode;
}

const Guarded = lazyPart(async () => (await import('./guarded.tsx')).Guarded, { withScreen: false });

/** Lets a screen show to those who may see it (decision 2). The server enforces the same on every call. */
export function Guard({ guard, ...screen }: Omit<GuardProps, 'guard'> & { guard: GuardProps['guard'] | null }) {
  return guard === null ? screen.children : <Guarded guard={guard} {...screen} />;
}
