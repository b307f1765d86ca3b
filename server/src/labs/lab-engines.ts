import type { LabAction, LabContent, LabEnvironment, LabImage, LabProviderName } from '@academy/contract/labs';
import type { LabIngress } from '@academy/contract/rules/lab-address';
import { BROWSER_ENVIRONMENT, type WantedEnvironment } from '@academy/contract/rules/lab-environments';
import { chosenImage, programsOf } from '@academy/contract/rules/lab-image';
import { browserLabs } from '@academy/labs/browser';
import { educatesLabs } from '@academy/labs/educates/educates';
import type { PortalSettings } from '@academy/labs/educates/portal-client';
import { externalLabs } from '@academy/labs/external';
import { type KnownPlace, type LabHosts, type LabHostsOptions, labHosts } from '@academy/labs/lab-hosts/lab-hosts';
import { pageHosts } from '@academy/labs/lab-hosts/page-hosts';
import type { LabProvider } from '@academy/labs/lab-provider';
import { labImages } from './lab-images.ts';

/** The engines that can run labs of an academy. */
export const LAB_ENGINES = ['browser', 'sandbox', 'educates'] as const;
export type LabEngine = (typeof LAB_ENGINES)[number];

export interface LabEngineSettings {
  /** Engine of each tenant; the browser where none is set. */
  engines: Readonly<Record<string, string>>;
  portals: readonly PortalSettings[];
  /** The lab hosts that there are at a moment; null where no tenant has its labs in sandboxes. */
  hosts?: (() => readonly KnownPlace[]) | null;
  /** Origin below which each port of a lab in a sandbox has a host of its own; null: ports are not shown. */
  pagesOrigin?: string | null;
  /** Folder of images of a Linux for labs in browsers; undefined: there are none. */
  imagesFolder?: string;
  /** Whether this server runs checks of labs in browsers once more, in those images. */
  provesChecks?: boolean;
}

interface LabSettings {
  labEngines: Readonly<Record<string, string>> | null;
  labPortals: Readonly<Record<string, string>> | null;
  labPortalRobots: Readonly<Record<string, PortalSettings['robot']>> | null;
}

export interface LabEngines {
  /** The engine of one lab of a tenant; `wanted` is null for labs without a workshop here. */
  of(tenantId: string, place: { workshop: string | null }, wanted: WantedEnvironment | null): LabProvider;
  /** The environment of a workshop in an engine; null where it names none. */
  environmentOf(provider: LabProvider, wanted: WantedEnvironment | null): LabEnvironment | null;
  /** The image in which a lab runs in browsers; null: it runs in the light shell, or elsewhere. */
  imageOf(
    provider: LabProvider,
    wanted: WantedEnvironment | null,
    content: Pick<LabContent, 'pages' | 'tests'>,
  ): LabImage | null;
  /** Names that this environment gives to ports. */
  portsOf(provider: LabProvider, wanted: WantedEnvironment | null): readonly LabIngress[];
  byName(name: LabProviderName): LabProvider;
  /** The engine of a tenant's labs with sessions on this server. */
  engineOf(tenantId: string): LabProvider;
  /** Origins that a tenant's lab pages may frame. */
  framesOf(tenantId: string): readonly string[];
  /** Null where no tenant has its labs in sandboxes. */
  hosts: LabHosts | null;
}

/** Whether a tenant has its labs in sandboxes. */
export const hasSandboxEngine = ({ labEngines }: Pick<LabSettings, 'labEngines'>): boolean =>
  Object.values(labEngines ?? {}).includes('sandbox');

/** The engines that the settings name, without lab hosts. */
export function labEngineSettings({ labEngines, labPortals, labPortalRobots }: LabSettings): LabEngineSettings {
  const portals = Object.entries(labPortals ?? {}).flatMap(([name, url]) => {
    const robot = labPortalRobots?.[name];
    return robot === undefined ? [] : [{ name, url, robot }];
  });
  return { engines: labEngines ?? {}, portals };
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
 * @param events called when something happens to labs on lab hosts
 */
export function labEngines(settings: LabEngineSettings, events: Omit<LabHostsOptions, 'places'>): LabEngines {
  const { engines, portals, pagesOrigin = null, imagesFolder } = settings;
  const images = imagesFolder === undefined ? () => [] : labImages(imagesFolder);
  const hosts = settings.hosts == null ? null : labHosts({ ...events, places: settings.hosts });
  const frames: Readonly<Record<LabEngine, readonly string[]>> = {
    browser: [],
    sandbox: pagesOrigin === null ? [] : [pageHosts(pagesOrigin).source],
    // A lab that has ended redirects its frame to a page of ours.
    educates: ["'self'", ...portals.map(({ url }) => new URL(url).origin)],
  };
  const providers: Readonly<Record<LabProviderName, LabProvider>> = {
    browser: browserLabs,
    // After sandboxes were turned off, no host is asked for their labs any more.
    sandbox: hosts ?? browserLabs,
    educates: educatesLabs({ portals }),
    external: externalLabs,
  };
  return {
    of: (tenantId, { workshop }, wanted) =>
      workshop === null ? externalLabs : providers[engineOfWorkshop(engines, tenantId, wanted?.environment)],
    environmentOf({ name }, wanted) {
      if (wanted === null) return null;
      if (name === 'sandbox') return hosts?.environmentOf(wanted) ?? null;
      // A browser has programs of its own only; portals know their images.
      const { environment } = wanted;
      if (name !== 'browser' || environment === null || environment === BROWSER_ENVIRONMENT) return null;
      const image = images().find((one) => one.name === environment);
      return { name: environment, title: image?.title ?? environment, missing: image === undefined };
    },
    imageOf({ name }, wanted, content) {
      if (name !== 'browser') return null;
      const image = chosenImage(images(), wanted?.environment ?? null, programsIn(content));
      return image === null ? null : { name: image.name, title: image.title, digest: image.digest, bytes: image.bytes };
    },
    portsOf: ({ name }, wanted) => (name === 'sandbox' && wanted !== null ? (hosts?.portsOf(wanted) ?? []) : []),
    byName: (name) => providers[name],
    hosts,
    engineOf: (tenantId) => providers[engineOf(engines, tenantId)],
    framesOf: (tenantId) => {
      const own = frames[engineOf(engines, tenantId)];
      // Pages of programs in a Linux of the browser are shown in a document of ours.
      return images().length === 0 || own.includes("'self'") ? own : [...own, "'self'"];
    },
  };
}

/** Programs that the pages and checks of a lab call. */
export function programsIn({
  pages,
  tests,
}: {
  pages: readonly { actions: readonly Pick<LabAction, 'settings'>[] }[];
  tests: LabContent['tests'];
}): string[] {
  const commands = pages.flatMap(({ actions }) => actions.map(({ settings: { command } }) => command));
  const scripts = [...commands, ...tests.map(({ script }) => script)];
  return [...new Set(scripts.flatMap((script) => (typeof script === 'string' ? programsOf(script) : [])))];
}
