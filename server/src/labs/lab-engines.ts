import type { LabProviderName } from '@academy/contract/labs';
import { browserLabs } from '@academy/labs/browser';
import { educatesLabs } from '@academy/labs/educates/educates';
import type { PortalSettings } from '@academy/labs/educates/portal-client';
import { externalLabs } from '@academy/labs/external';
import type { LabProvider } from '@academy/labs/lab-provider';
import { hostView } from '@academy/labs/sandbox/host-view';
import { memoryGroups } from '@academy/labs/sandbox/memory-group';
import {
  type SandboxEvents,
  type SandboxLabs,
  type SandboxSettings,
  sandboxLabs,
} from '@academy/labs/sandbox/sandbox-labs';

/** What can run the labs of an academy. */
export const LAB_ENGINES = ['browser', 'sandbox', 'educates'] as const;
export type LabEngine = (typeof LAB_ENGINES)[number];

export interface LabEngineSettings {
  /** What runs the labs of a tenant; the browser where nothing is said. */
  engines: Readonly<Record<string, string>>;
  portals: readonly PortalSettings[];
  /** Null where no tenant has its labs in sandboxes; `now` is the clock of tests. */
  sandbox?: (SandboxSettings & { now?: () => number }) | null;
}

interface LabSettings {
  labEngines: Readonly<Record<string, string>> | null;
  labPortals: Readonly<Record<string, string>> | null;
  labPortalRobots: Readonly<Record<string, PortalSettings['robot']>> | null;
  labSandboxes: number;
  labSandboxMinutes: number;
  labSandboxMegabytes: number;
}

export interface LabEngines {
  /** What runs a lab of a tenant. */
  of(tenantId: string, place: { workshop: string | null }): LabProvider;
  byName(name: LabProviderName): LabProvider;
  /** What runs the labs of a tenant that have sessions here. */
  engineOf(tenantId: string): LabProvider;
  /** Origins that pages of a tenant's labs may frame. */
  framesOf(tenantId: string): readonly string[];
  /** Labs on this server; null where no tenant has any. */
  sandboxes: SandboxLabs | null;
}

/** The engines that the settings of the server name. */
export function labEngineSettings(settings: LabSettings): LabEngineSettings {
  const { labEngines, labPortals, labPortalRobots } = settings;
  const portals = Object.entries(labPortals ?? {}).flatMap(([name, url]) => {
    const robot = labPortalRobots?.[name];
    return robot === undefined ? [] : [{ name, url, robot }];
  });
  const inSandboxes = Object.values(labEngines ?? {}).includes('sandbox');
  const sandbox = {
    sessions: settings.labSandboxes,
    minutes: settings.labSandboxMinutes,
    memoryMegabytes: settings.labSandboxMegabytes,
  };
  return { engines: labEngines ?? {}, portals, sandbox: inSandboxes ? sandbox : null };
}

const engineOf = (engines: LabEngineSettings['engines'], tenantId: string): LabEngine =>
  LAB_ENGINES.find((one) => one === engines[tenantId]) ?? 'browser';

/** Names what runs a lab of a tenant; null for one that has neither a workshop nor an address. */
export const labProviderOf =
  (engines: LabEngineSettings['engines']) =>
  (
    tenantId: string,
    { workshop, labUrl }: { workshop: string | null; labUrl: string | null },
  ): LabProviderName | null =>
    workshop !== null ? engineOf(engines, tenantId) : labUrl !== null ? 'external' : null;

/**
 * The engines that this server has, as the settings say.
 *
 * @param events told what happens to labs in sandboxes
 */
export function labEngines({ engines, portals, sandbox = null }: LabEngineSettings, events: SandboxEvents): LabEngines {
  const sandboxes =
    sandbox === null ? null : sandboxLabs({ ...sandbox, ...events, view: hostView(), groups: memoryGroups() });
  const providers: Readonly<Record<LabProviderName, LabProvider>> = {
    browser: browserLabs,
    // What is left of labs in sandboxes after they were switched off has gone with the server.
    sandbox: sandboxes ?? browserLabs,
    educates: educatesLabs({ portals }),
    external: externalLabs,
  };
  return {
    of: (tenantId, { workshop }) => (workshop === null ? externalLabs : providers[engineOf(engines, tenantId)]),
    byName: (name) => providers[name],
    sandboxes,
    engineOf: (tenantId) => providers[engineOf(engines, tenantId)],
    // A lab that has ended leads its frame to a page of ours.
    framesOf: (tenantId) =>
      engineOf(engines, tenantId) === 'educates' ? ["'self'", ...portals.map(({ url }) => new URL(url).origin)] : [],
  };
}
