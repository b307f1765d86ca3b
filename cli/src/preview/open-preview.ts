import { watch } from 'node:fs';
import path from 'node:path';
import type { BuiltItem } from '@academy/content/built-item';
import { isContentFile, isLeftOutFolder } from '@academy/content/source-files';
import type { Finding } from '@academy/contract/findings';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { type RunningPreview, startPreview } from '@academy/server/preview/start-preview';
import { placeFindings } from '../publishing/report.ts';
import type { TenantOfFolder } from '../publishing/tenant-map.ts';
import { BESIDE, Beside, type BesideContent } from './beside.ts';
import { addressesOf, addressOf, PreviewContent } from './preview-content.ts';

export interface PreviewOptions {
  folder: string;
  /** Findings name files as seen from here. */
  cwd: string;
  /** 0 takes any free one. */
  port: number;
  tenantId: TenantId | null;
  tenantOfFolder: TenantOfFolder;
  tenants: ReadonlyMap<TenantId, Tenant>;
  /** Told one line after each look at the folder, and when one fails. */
  log: (line: string) => void;
}

export interface OpenPreview {
  port: number;
  /** Address of the page beside the academy for each brand that the folder has content for. */
  addresses: Record<string, string>;
  stop(): Promise<void>;
}

/** Editors write a file in several steps: what comes together is read once, ms. */
const SETTLE_MS = 40;

/**
 * Shows a folder as an academy, with findings beside the pages, and shows saved changes.
 *
 * @throws StartProblem when the port is taken or the web is not built
 */
export async function openPreview(options: PreviewOptions): Promise<OpenPreview> {
  const { folder, tenantId, tenants, tenantOfFolder, log } = options;
  const content = new PreviewContent({ folder, tenantId, tenants: [...tenants.keys()], tenantOfFolder });
  let told: Told[] = [];
  const beside = new Beside((host) => besideContent(host));
  const preview: RunningPreview = await startPreview(options.port, { beside: (app) => beside.addTo(app) });

  async function show(changed?: readonly string[]): Promise<void> {
    const began = performance.now();
    await content.refresh(changed);
    const byTenant = new Map<TenantId, BuiltItem[]>();
    for (const { loaded, built } of content.items) {
      if (built === null || loaded.tenantId === null) continue;
      byTenant.set(loaded.tenantId, [...(byTenant.get(loaded.tenantId) ?? []), built]);
    }
    preview.catalogue.replace(
      byTenant,
      content.items.flatMap(({ assets }) => assets),
    );
    told = content.findings().flatMap(({ item, findings }) => {
      const placed = placeFindings(findings, item.found, options.cwd);
      return placed.map((finding, at) => ({
        tenantId: item.loaded.tenantId,
        paths: addressesOf(item, findings[at] ?? finding),
        ...finding,
      }));
    });
    beside.tellChange();
    const counts = `${content.items.length} items, ${told.length} findings`;
    log(`${counts}, ${Math.round(performance.now() - began)} ms`);
  }

  function besideContent(host: string): BesideContent {
    const current = [...tenants.keys()].find((one) => host.startsWith(`${one}.`)) ?? tenantsWithContent()[0] ?? '';
    const own = content.items.filter(({ loaded }) => loaded.tenantId === current);
    const findings = told.filter((one) => one.tenantId === current || one.tenantId === null);
    return {
      title: path.basename(folder),
      summary: `${own.length} items, ${findings.length} findings`,
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
      findings: findings.map(({ tenantId: _tenant, ...finding }) => ({ ...finding, path: finding.paths[0] ?? null })),
    };
  }

  function tenantsWithContent(): TenantId[] {
    const used = new Set(content.items.map(({ loaded }) => loaded.tenantId));
    return [...tenants.keys()].filter((one) => used.has(one));
  }

  await show();
  const watching = watchFolder(folder, (changed) =>
    show(changed).catch((error: unknown) => log(`The change could not be shown: ${messageOf(error)}`)),
  );
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
      watching.close();
      await preview.stop();
    },
  };
}

interface Told extends Finding {
  tenantId: TenantId | null;
  paths: string[];
}

/** A folder of one item opens with it. */
function startPath(content: PreviewContent, tenantId: TenantId): string {
  const own = content.items
    .filter(({ loaded }) => loaded.tenantId === tenantId)
    .flatMap((item) => addressOf(item) ?? []);
  return own.length === 1 ? `?open=${own[0]}` : '';
}

/** Tells which files changed, one call after another. */
function watchFolder(folder: string, changed: (files: string[]) => Promise<void>): { close(): void } {
  let files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    if (name === null) return;
    const parts = name.split(path.sep);
    if (parts.slice(0, -1).some((part) => part.startsWith('.') || part === 'node_modules')) return;
    // A folder that came or went has no extension; its files count.
    if (!isContentFile(name) && path.extname(name) !== '' && !isLeftOutFolder(parts[0] ?? '')) return;
    files.add(path.join(folder, name));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const batch = [...files];
      files = new Set();
      last = last.then(() => changed(batch));
    }, SETTLE_MS);
  });
  return {
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
