import { join } from 'node:path';
import type { LabEnvironment, LabProviderName } from '@academy/contract/labs';
import type { LabIngress } from '@academy/contract/rules/lab-address';
import { BROWSER_ENVIRONMENT, type WantedEnvironment } from '@academy/contract/rules/lab-environments';
import { environmentRegistry } from '@academy/lab-host/environments/environment-registry';
import { environmentsFolderOf } from '@academy/lab-host/environments/environments-folder';
import { hostView } from '@academy/lab-host/sandbox/host-view';
import { memoryGroups } from '@academy/lab-host/sandbox/memory-group';
import {
  type SandboxEvents,
  type SandboxLabs,
  type SandboxSettings,
  sandboxLabs,
} from '@academy/lab-host/sandbox/sandbox-labs';
import { browserLabs } from '@academy/labs/browser';
import { educatesLabs } from '@academy/labs/educates/educates';
import type { PortalSettings } from '@academy/labs/educates/portal-client';
import { externalLabs } from '@academy/labs/external';
import { pageHosts } from '@academy/labs/lab-hosts/page-hosts';
import type { LabProvider } from '@academy/labs/lab-provider';

/** The engines that can run labs of an academy. */
export const LAB_ENGINES = ['browser', 'sandbox', 'educates'] as const;
export type LabEngine = (typeof LAB_ENGINES)[number];

export interface LabEngineSettings {
  /** Engine of each tenant; the browser where none is set. */
  engines: Readonly<Record<string, string>>;
  portals: readonly PortalSettings[];
  /**
   * Null where no tenant has its labs in sandboxes; `packs` is the folder for files that labs bring along, `now` the clock
   * of tests.
   */
  sandbox?: (SandboxSettings & { environments?: EnvironmentSettings; packs?: string; now?: () => number }) | null;
  /** Origin below which each port of a lab in a sandbox has a host of its own; null: ports are not shown. */
  pagesOrigin?: string | null;
}

/** Where the environments of labs lie. */
interface EnvironmentSettings {
  folder: string;
  /** Images of workshops and the environments that stand for them. */
  images: Readonly<Record<string, string>>;
  /** Folders that learners must not see. */
  secret: readonly string[];
}

interface LabSettings {
  dataFolder: string;
  labEnvironments: string | null;
  labImages: Readonly<Record<string, string>> | null;
  labEngines: Readonly<Record<string, string>> | null;
  labPortals: Readonly<Record<string, string>> | null;
  labPortalRobots: Readonly<Record<string, PortalSettings['robot']>> | null;
  labSandboxes: number;
  labSandboxMinutes: number;
  labSandboxMegabytes: number;
}

export interface LabEngines {
  /** The engine of one lab of a tenant; `wanted` is null for labs without a workshop here. */
  of(tenantId: string, place: { workshop: string | null }, wanted: WantedEnvironment | null): LabProvider;
  /** The environment of a workshop in an engine; null where it names none. */
  environmentOf(provider: LabProvider, wanted: WantedEnvironment | null): LabEnvironment | null;
  /** Names that this environment gives to ports. */
  portsOf(provider: LabProvider, wanted: WantedEnvironment | null): readonly LabIngress[];
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
    packs: join(settings.dataFolder, 'lab-files'),
    environments: {
      folder: environmentsFolderOf(settings.dataFolder, settings.labEnvironments),
      images: settings.labImages ?? {},
      secret: [settings.dataFolder],
    },
  };
  return { engines: labEngines ?? {}, portals, sandbox: inSandboxes ? sandbox : null };
}

const engineOf = (engines: LabEngineSettings['engines'], tenantId: string): LabEngine =>
  LAB_ENGINES.find((one) => one === engines[tenantId]) ?? 'browser';

/** The engine of one workshop: it may ask for the browser where others run in sandboxes. */
function engineOfWorkshop(
  engines: LabEngineSettings['engines'],
  tenantId: string,
  environment: string | null | undefined,
): LabEngine {
  const engine = engineOf(engines, tenantId);
  return engine === 'sandbox' && environment === BROWSER_ENVIRONMENT ? 'browser' : engine;
}

/** Names the engine of one lab of a tenant; null for a lab with neither a workshop nor an address. */
export const labProviderOf =
  (engines: LabEngineSettings['engines']) =>
  (
    tenantId: string,
    lab: { workshop: string | null; labUrl: string | null; environment?: string | null },
  ): LabProviderName | null =>
    lab.workshop !== null
      ? engineOfWorkshop(engines, tenantId, lab.environment)
      : lab.labUrl !== null
        ? 'external'
        : null;

/**
 * The engines that the settings name.
 *
 * @param events called when something happens to labs in sandboxes
 */
export function labEngines(settings: LabEngineSettings, events: SandboxEvents): LabEngines {
  const { engines, portals, sandbox = null, pagesOrigin = null } = settings;
  const view = hostView();
  const onProblem = (name: string, problem: string) =>
    events.onFailure(new Error(`${name} ${problem}`), 'an environment of labs cannot be used');
  const environments =
    sandbox?.environments === undefined
      ? null
      : environmentRegistry({ ...sandbox.environments, host: view, onProblem });
  const frames: Readonly<Record<LabEngine, readonly string[]>> = {
    browser: [],
    sandbox: pagesOrigin === null ? [] : [pageHosts(pagesOrigin).source],
    // A lab that has ended redirects its frame to a page of ours.
    educates: ["'self'", ...portals.map(({ url }) => new URL(url).origin)],
  };
  const sandboxes =
    sandbox === null ? null : sandboxLabs({ ...sandbox, ...events, view, environments, groups: memoryGroups() });
  const providers: Readonly<Record<LabProviderName, LabProvider>> = {
    browser: browserLabs,
    // After sandboxes were turned off, nothing is left of their labs: they ended with the server.
    sandbox: sandboxes ?? browserLabs,
    educates: educatesLabs({ portals }),
    external: externalLabs,
  };
  return {
    of: (tenantId, { workshop }, wanted) =>
      workshop === null ? externalLabs : providers[engineOfWorkshop(engines, tenantId, wanted?.environment)],
    environmentOf({ name }, wanted) {
      if (wanted === null) return null;
      if (name === 'sandbox') return environments?.present(wanted) ?? null;
      // A browser has programs of its own only; portals know their images.
      const { environment } = wanted;
      if (name !== 'browser' || environment === null || environment === BROWSER_ENVIRONMENT) return null;
      return { name: environment, title: environment, missing: true };
    },
    portsOf: ({ name }, wanted) => (name === 'sandbox' && wanted !== null ? (environments?.ports(wanted) ?? []) : []),
    byName: (name) => providers[name],
    sandboxes,
    engineOf: (tenantId) => providers[engineOf(engines, tenantId)],
    framesOf: (tenantId) => frames[engineOf(engines, tenantId)],
  };
}
