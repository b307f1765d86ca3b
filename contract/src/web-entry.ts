import type { Call, CallInput, CallReply } from './call.ts';
import type { RuntimeConfig } from './runtime-config.ts';
import type { Tenant } from './tenants.ts';

/**
 * The seam between server and web: what `web/dist/server/entry-server.js` exports. The server knows nothing of React;
 * the web knows nothing of Fastify.
 */
export interface PageRequest {
  /** Path with its percent encodings, as requested. */
  path: string;
  /** Query without `?`. */
  search: string;
  /** `https://spring.example.org`: canonical links and cross-tenant links. */
  origin: string;
  tenant: Tenant;
  config: RuntimeConfig;
  /** Makes a call in the same process as a visitor; rejects with an AcademyError. */
  call: <C extends Call>(call: C, input: CallInput<C>) => Promise<CallReply<C>>;
  correlationId: string;
}

export interface Page {
  status: 200 | 302 | 404;
  /** Target of a redirect. */
  location?: string;
  /** The whole document; the same for everybody. */
  html: string;
}

/** What an address means. */
export interface NormalForm {
  /** The same for all addresses that show the same page. */
  address: string;
  /** False where visitors can make up addresses without end: searches, filters, ids behind a guard. */
  isOneOfFew: boolean;
}

export interface WebEntry {
  renderPage(request: PageRequest): Promise<Page>;
  /** An empty document that the browser fills, for when rendering fails. */
  renderShell(request: PageRequest, status: number): string;
  /** The document of every address where files alone are served: it asks its host for `/config.json`. */
  staticDocument(tenant: Tenant): string;
  /** The normal form of an address without rendering it; null when no screen matches (not-found page). */
  normalFormOf(path: string, search: string): NormalForm | null;
  /** The pattern of the screen at a path, `/courses/:slug`; null when no screen matches. */
  patternOf(path: string): string | null;
  /** The cover of a slug in the brand's light colors: an SVG document of 640 by 400 that holds paths with `oklch()` colors. */
  coverPicture(slug: string, tenant: Tenant): string;
  /** Content-Security-Policy sources of what a tenant's documents hold inline: `'sha256-...'`. */
  csp(tenant: Tenant): { scripts: readonly string[]; styles: readonly string[] };
}
