import { pageRuntime } from '../lib/runtime.tsx';
import { sessionStore } from './session.ts';

/** Whose data the page shows: of which academy and person. */
export const currentOwner = (): string => `${pageRuntime().tenant.tenantId} ${sessionStore.get().userId}`;
