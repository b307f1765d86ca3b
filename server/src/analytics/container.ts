import type { Tenant } from '@academy/contract/tenants';
import type { Settings } from '../settings/settings.ts';

/** What runs in a tenant's analytics frame. */
export interface Container {
  /** Address of its script. */
  script: string;
  /** Where it may send to, the origin of the script included. */
  origins: readonly string[];
}

type AnalyticsSettings = Pick<
  Settings,
  'environment' | 'analyticsContainers' | 'analyticsEnvironments' | 'analyticsScript' | 'analyticsOrigins'
>;

/** The container of a tenant; null: it has none, or none runs in this environment. */
export type ContainerOf = (tenant: Tenant) => Container | null;

/** Nobody is told of anything. */
export const noContainer: ContainerOf = () => null;

/** Which container the settings give to which tenant. */
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
