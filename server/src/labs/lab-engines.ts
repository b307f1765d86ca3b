import type { LabProviderName } from '@academy/contract/labs';
import { browserLabs } from '@academy/labs/browser';
import { educatesLabs } from '@academy/labs/educates/educates';
import type { PortalSettings } from '@academy/labs/educates/portal-client';
import { externalLabs } from '@academy/labs/external';
import type { LabProvider } from '@academy/labs/lab-provider';

/** What can run the labs of an academy. */
export const LAB_ENGINES = ['browser', 'educates'] as const;
export type LabEngine = (typeof LAB_ENGINES)[number];

export interface LabEngineSettings {
  /** What runs the labs of a tenant; the browser where nothing is said. */
  engines: Readonly<Record<string, string>>;
  portals: readonly PortalSettings[];
}

interface LabSettings {
  labEngines: Readonly<Record<string, string>> | null;
  labPortals: Readonly<Record<string, string>> | null;
  labPortalRobots: Readonly<Record<string, PortalSettings['robot']>> | null;
}

export interface LabEngines {
  /** What runs a lab of a tenant. */
  of(tenantId: string, place: { workshop: string | null }): LabProvider;
  byName(name: LabProviderName): LabProvider;
  /** What runs the labs of a tenant that have sessions here. */
  engineOf(tenantId: string): LabProvider;
  /** Origins that pages of a tenant's labs may frame. */
  framesOf(tenantId: string): readonly string[];
}

/** The engines that the settings of the server name. */
export function labEngineSettings({ labEngines, labPortals, labPortalRobots }: LabSettings): LabEngineSettings {
  const portals = Object.entries(labPortals ?? {}).flatMap(([name, url]) => {
    const robot = labPortalRobots?.[name];
    return robot === undefined ? [] : [{ name, url, robot }];
  });
  return { engines: labEngines ?? {}, portals };
}

/** The engines that this server has, as the settings say. */
export function labEngines({ engines, portals }: LabEngineSettings): LabEngines {
  const providers: Readonly<Record<LabProviderName, LabProvider>> = {
    browser: browserLabs,
    educates: educatesLabs({ portals }),
    external: externalLabs,
  };
  const engineOf = (tenantId: string) => LAB_ENGINES.find((one) => one === engines[tenantId]) ?? 'browser';
  return {
    of: (tenantId, { workshop }) => (workshop === null ? externalLabs : providers[engineOf(tenantId)]),
    byName: (name) => providers[name],
    engineOf: (tenantId) => providers[engineOf(tenantId)],
    // A lab that has ended leads its frame to a page of ours.
    framesOf: (tenantId) =>
      engineOf(tenantId) === 'educates' ? ["'self'", ...portals.map(({ url }) => new URL(url).origin)] : [],
  };
}
