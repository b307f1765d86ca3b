import { readFile } from 'node:fs/promises';
import type { Tenant } from '@academy/contract/tenants';
import { tenantFilePath } from '@academy/tenants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ReadyBytes, readyBytes, readyPicture, sendReady } from '../http/compressed.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import { drawMark, drawTile, icoOf } from './draw-icon.ts';
import { webManifest } from './web-manifest.ts';

const A_DAY = 'public, max-age=86400';
const SVG = 'image/svg+xml; charset=utf-8';
const PNG = 'image/png';
/** Pixels of the icon for bookmarks of old browsers. */
const BOOKMARK = 32;
/** Launchers keep at least four fifths of a maskable icon; this inset keeps the brand mark clear of the cut. */
const SAFE_INSET = 0.12;

/** How each icon is drawn from the brand's SVG; null where the platform has no image library. */
const ICONS: Readonly<Record<string, (svg: Buffer, tenant: Tenant) => Promise<Buffer | null>>> = {
  'icon-192.png': (svg) => drawMark(svg, 192),
  'icon-512.png': (svg) => drawMark(svg, 512),
  'icon-maskable-512.png': (svg, { colors }) => drawTile(svg, 512, SAFE_INSET, colors.theme),
  'apple-touch-icon.png': (svg, { colors }) => drawTile(svg, 180, 0, colors.theme),
};

interface BrandFiles {
  tenant: Tenant;
  logo: ReadyBytes;
  favicon: ReadyBytes;
  manifest: ReadyBytes;
  /** Icons by name, drawn at the first request. */
  icons: Map<string, Promise<ReadyBytes | null>>;
}

/** Serves the files of a brand from memory: SVG drawings, icons and the web app manifest. */
export async function addBrandFiles(app: FastifyInstance, tenants: Tenants): Promise<void> {
  const brands = new Map<string, BrandFiles>();
  for (const tenant of tenants.values()) brands.set(tenant.tenantId, await readBrand(tenant));
  const brandOf = (request: FastifyRequest) => brands.get(tenantOfPage(request, tenants).tenantId);

  const send = (request: FastifyRequest, reply: FastifyReply, file: ReadyBytes | null | undefined) =>
    file === null || file === undefined ? reply.callNotFound() : sendReady(request, reply, file, A_DAY);
  const add = (url: string, find: (request: FastifyRequest) => Promise<ReadyBytes | null | undefined>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => send(request, reply, await find(request)),
    });

  add('/favicon.svg', async (request) => brandOf(request)?.favicon);
  add('/manifest.webmanifest', async (request) => brandOf(request)?.manifest);
  add('/favicon.ico', async (request) => {
    const brand = brandOf(request);
    return brand && ((await iconOf(brand, 'favicon.ico')) ?? brand.favicon);
  });
  add('/assets/brand/:tenantId/:name', async (request) => {
    const { tenantId, name } = request.params as { tenantId: string; name: string };
    const brand = brands.get(tenantId);
    if (brand === undefined) return null;
    if (name === 'logo.svg') return brand.logo;
    if (name === 'favicon.svg') return brand.favicon;
    return Object.hasOwn(ICONS, name) ? iconOf(brand, name) : null;
  });
}

async function readBrand(tenant: Tenant): Promise<BrandFiles> {
  const [logo, favicon] = await Promise.all(
    [tenant.logo.file, tenant.favicon.file].map(async (file) =>
      readyBytes(await readFile(tenantFilePath(tenant, file)), SVG),
    ),
  );
  if (logo === undefined || favicon === undefined) throw new Error(`${tenant.tenantId} has no drawings`);
  const manifest = readyBytes(JSON.stringify(webManifest(tenant)), 'application/manifest+json; charset=utf-8');
  return { tenant, logo, favicon, manifest, icons: new Map() };
}

function iconOf(brand: BrandFiles, name: string): Promise<ReadyBytes | null> {
  const known = brand.icons.get(name);
  if (known !== undefined) return known;
  const icon = makeIcon(brand, name);
  brand.icons.set(name, icon);
  // A failure must not be cached.
  icon.catch(() => brand.icons.delete(name));
  return icon;
}

async function makeIcon({ tenant, favicon }: BrandFiles, name: string): Promise<ReadyBytes | null> {
  if (name === 'favicon.ico') {
    const small = await drawMark(favicon.plain, BOOKMARK);
    return small && readyPicture(icoOf(small, BOOKMARK), 'image/x-icon');
  }
  const drawn = await ICONS[name]?.(favicon.plain, tenant);
  return drawn ? readyPicture(drawn, PNG) : null;
}
