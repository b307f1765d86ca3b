import { Guarded, type GuardProps } from './guarded.tsx';

/** Shows a screen only to people who may see it. The server enforces the same on every call. */
export function Guard({ guard, ...screen }: Omit<GuardProps, 'guard'> & { guard: GuardProps['guard'] | null }) {
  return guard === null ? screen.children : <Guarded guard={guard} {...screen} />;
}
