import type { Tenant } from '@academy/contract/tenants';

/** The tag manager container of a tenant. */
export interface Container {
  /** Address of its script. */
  script: string;
  /** Origins that it may send to, the script's own included. */
  origins: readonly string[];
}

interface AnalyticsSettings {
  environment: string;
  analyticsContainers: Readonly<Record<string, string | undefined>> | null;
  analyticsEnvironments: readonly string[];
  analyticsScript: string;
  analyticsOrigins: readonly string[];
}

/** The container of a tenant; null when it has none, or when the environment allows none. */
export type ContainerOf = (tenant: Tenant) => Container | null;

/** No analytics. */
export const noContainer: ContainerOf = () => null;

/** The container of each tenant, as the settings name them. */
export function containersOf(settings: AnalyticsSettings): ContainerOf {
  const { environment, analyticsContainers, analyticsEnvironments, analyticsScript, analyticsOrigins } = settings;
  if (!analyticsEnvironments.includes(environment)) return noContainer;
  return ({ tenantId, analyticsContainer }) => {
    const id = analyticsContainers?.[tenantId] ?? analyticsContainer;
    if (id === null || id === 'none') return null;
    const script = new URL(analyticsScript);
    script.searchParams.set('id', id);
    return { script: script.href, origins: [...new Set([script.origin, ...analyticsOrigins])] };
  };
}
