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
import { pageHosts } from './page-hosts.ts';

/** The engines that can run labs of an academy. */
export const LAB_ENGINES = ['browser', 'sandbox', 'educates'] as const;
export type LabEngine = (typeof LAB_ENGINES)[number];

export interface LabEngineSettings {
  /** Engine of each tenant; the browser where none is set. */
  engines: Readonly<Record<string, string>>;
  portals: readonly PortalSettings[];
  /** Null where no tenant has its labs in sandboxes; `now` is the clock of tests. */
  sandbox?: (SandboxSettings & { now?: () => number }) | null;
  /** Origin below which each port of a lab in a sandbox has a host of its own; null: ports are not shown. */
  pagesOrigin?: string | null;
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
  /** The engine of one lab of a tenant. */
  of(tenantId: string, place: { workshop: string | null }): LabProvider;
  byName(name: LabProviderName): LabProvider;
  /** The engine of a tenant's labs with sessions on this server. */
  engineOf(tenantId: string): LabProvider;
  /** Origins that a tenant's lab pages may frame. */
  framesOf(tenantId: string): readonly string[];
  /** Sandboxes on this server; null where no tenant uses them. */
  sandboxes: SandboxLabs | null;
}

/** The engines that the settings name. */
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

/** Names the engine of one lab of a tenant; null for a lab with neither a workshop nor an address. */
export const labProviderOf =
  (engines: LabEngineSettings['engines']) =>
  (
    tenantId: string,
    { workshop, labUrl }: { workshop: string | null; labUrl: string | null },
  ): LabProviderName | null =>
    workshop !== null ? engineOf(engines, tenantId) : labUrl !== null ? 'external' : null;

/**
 * The engines that the settings name.
 *
 * @param events called when something happens to labs in sandboxes
 */
export function labEngines(settings: LabEngineSettings, events: SandboxEvents): LabEngines {
  const { engines, portals, sandbox = null, pagesOrigin = null } = settings;
  const frames: Readonly<Record<LabEngine, readonly string[]>> = {
    browser: [],
    sandbox: pagesOrigin === null ? [] : [pageHosts(pagesOrigin).source],
    // A lab that has ended redirects its frame to a page of ours.
    educates: ["'self'", ...portals.map(({ url }) => new URL(url).origin)],
  };
  const sandboxes =
    sandbox === null ? null : sandboxLabs({ ...sandbox, ...events, view: hostView(), groups: memoryGroups() });
  const providers: Readonly<Record<LabProviderName, LabProvider>> = {
    browser: browserLabs,
    // After sandboxes were turned off, nothing is left of their labs: they ended with the server.
    sandbox: sandboxes ?? browserLabs,
    educates: educatesLabs({ portals }),
    external: externalLabs,
  };
  return {
    of: (tenantId, { workshop }) => (workshop === null ? externalLabs : providers[engineOf(engines, tenantId)]),
    byName: (name) => providers[name],
    sandboxes,
    engineOf: (tenantId) => providers[engineOf(engines, tenantId)],
    framesOf: (tenantId) => frames[engineOf(engines, tenantId)],
  };
}
