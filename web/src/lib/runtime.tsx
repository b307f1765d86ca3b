import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import { createContext, type ReactNode, use } from 'react';

/** What a page knows of its surroundings: the brand, and the configuration that the server wrote into it. */
export interface Runtime {
  config: RuntimeConfig;
  tenant: Tenant;
}

const RuntimeContext = createContext<Runtime | null>(null);
let ofPage: Runtime | null = null;

export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return <RuntimeContext value={runtime}>{children}</RuntimeContext>;
}

function useRuntime(): Runtime {
  const runtime = use(RuntimeContext);
  if (runtime === null) throw new Error('There is no RuntimeProvider above this component');
  return runtime;
}

/** The brand of this page: ask it for a value, never ask which brand it is. */
export const useTenant = (): Tenant => useRuntime().tenant;
export const useConfig = (): RuntimeConfig => useRuntime().config;

/** For code outside React, in the browser only; set once before anything renders. */
export function setPageRuntime(runtime: Runtime): void {
  ofPage = runtime;
}

export function pageRuntime(): Runtime {
  if (ofPage === null) throw new Error('The page has no configuration');
  return ofPage;
}
