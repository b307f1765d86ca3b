import path from 'node:path';
import type { BuiltItem } from '@academy/content/built-item';
import type { Finding } from '@academy/contract/findings';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { type RunningPreview, startPreview } from '@academy/server/preview/start-preview';
import { counted, placeFindings } from '../publishing/report.ts';
import type { TenantOfFolder } from '../publishing/tenant-map.ts';
import { BESIDE, Beside, type BesideContent } from './beside.ts';
import { addressesOf, addressOf, PreviewContent, type PreviewItem, type Refreshed } from './preview-content.ts';
import { watchFolder } from './watch-folder.ts';

export interface PreviewOptions {
  folder: string;
  /** Findings name files relative to this folder. */
  cwd: string;
  /** 0 takes any free one. */
  port: number;
  tenantId: TenantId | null;
  tenantOfFolder: TenantOfFolder;
  tenants: ReadonlyMap<TenantId, Tenant>;
  /** Called with one line for each change that is shown, or cannot be shown. */
  log: (line: string) => void;
}

export interface OpenPreview {
  port: number;
  /** Address of the page beside the academy for each brand that the folder has content for. */
  addresses: Record<string, string>;
  stop(): Promise<void>;
}

/** Most items that one log line names. */
const MAX_NAMES = 5;

/**
 * Shows a folder as an academy, with findings beside the pages, and shows saved changes.
 *
 * @throws StartProblem when the port is taken or the web is not built
 */
export async function openPreview(options: PreviewOptions): Promise<OpenPreview> {
  const { folder, tenantId, tenants, tenantOfFolder, log } = options;
  const content = new PreviewContent({ folder, tenantId, tenants: [...tenants.keys()], tenantOfFolder });
  let findings: PlacedFinding[] = [];
  let version = 0;
  const beside = new Beside((host) => besideContent(host));
  const preview: RunningPreview = await startPreview(options.port, { beside: (app) => beside.addTo(app) });

  async function show(changed?: readonly string[]): Promise<void> {
    const began = performance.now();
    const refreshed = await content.refresh(changed);
    if (changed !== undefined && Object.values(refreshed).every((items) => items.length === 0)) return;
    const byTenant = new Map<TenantId, BuiltItem[]>();
    for (const { loaded, built } of content.items) {
      if (built === null || loaded.tenantId === null) continue;
      byTenant.set(loaded.tenantId, [...(byTenant.get(loaded.tenantId) ?? []), built]);
    }
    preview.catalogue.replace(
      byTenant,
      content.items.flatMap(({ assets }) => assets),
    );
    findings = content.findings().flatMap(({ item, findings: own }) => {
      const placed = placeFindings(own, item.found, options.cwd);
      return placed.map((finding, at) => ({
        tenantId: item.loaded.tenantId,
        paths: addressesOf(item, own[at] ?? finding),
        ...finding,
      }));
    });
    version += 1;
    beside.notifyChange();
    const counts = `${counted(content.items.length, 'item')}, ${counted(findings.length, 'finding')}`;
    const done = changed === undefined ? '' : `${changesOf(refreshed)}; `;
    log(`${done}${counts}, ${Math.round(performance.now() - began)} ms`);
  }

  function besideContent(host: string): BesideContent {
    const current = [...tenants.keys()].find((one) => host.startsWith(`${one}.`)) ?? tenantsWithContent()[0] ?? '';
    const own = content.items.filter(({ loaded }) => loaded.tenantId === current);
    const relevant = findings.filter((one) => one.tenantId === current || one.tenantId === null);
    return {
      title: path.basename(folder),
      version,
      summary: `${counted(own.length, 'item')}, ${counted(relevant.length, 'finding')}`,
      brands: tenantsWithContent().map((one) => ({
        name: tenants.get(one)?.name ?? one,
        address: `${preview.addresses[one]}${BESIDE}`,
        current: one === current,
      })),
      items: own.flatMap((item) => {
        const address = addressOf(item);
        return address === null || item.built === null
          ? []
          : [{ title: item.built.title, kind: item.built.kind, path: address, isOutdated: item.isOutdated }];
      }),
      findings: relevant.map(({ tenantId: _tenant, ...finding }) => ({ ...finding, path: finding.paths[0] ?? null })),
    };
  }

  function tenantsWithContent(): TenantId[] {
    const used = new Set(content.items.map(({ loaded }) => loaded.tenantId));
    return [...tenants.keys()].filter((one) => used.has(one));
  }

  const watching = await watchFolder(folder, show, (reason) => log(`The change cannot be shown: ${reason}`));
  const [first] = tenantsWithContent();
  const start = (one: TenantId) => startPath(content, one);
  return {
    port: preview.port,
    addresses: Object.fromEntries(
      (first === undefined ? [...tenants.keys()] : tenantsWithContent()).map((one) => [
        one,
        `${preview.addresses[one]}${BESIDE}${start(one)}`,
      ]),
    ),
    async stop() {
      await watching.close();
      await preview.stop();
    },
  };
}

interface PlacedFinding extends Finding {
  tenantId: TenantId | null;
  paths: string[];
}

/** A folder with one item opens its page. */
function startPath(content: PreviewContent, tenantId: TenantId): string {
  const own = content.items
    .filter(({ loaded }) => loaded.tenantId === tenantId)
    .flatMap((item) => addressOf(item) ?? []);
  return own.length === 1 ? `?open=${own[0]}` : '';
}

/** One line about the changes that a refresh found. */
function changesOf({ rebuilt, refused, removed }: Refreshed): string {
  const parts: [string, readonly PreviewItem[]][] = [
    ['Rebuilt', rebuilt],
    ['Not rebuilt because of a fatal finding:', refused],
    ['Removed', removed],
  ];
  return parts.flatMap(([verb, items]) => (items.length === 0 ? [] : `${verb} ${namesOf(items)}`)).join('; ');
}

function namesOf(items: readonly PreviewItem[]): string {
  const names = items.map(({ found, read }) => `${found.kind} ${read.item?.id ?? path.basename(found.root)}`);
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
}
