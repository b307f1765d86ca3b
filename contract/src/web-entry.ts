import type { Call, CallInput, CallReply } from './call.ts';
import type { Language } from './i18n/languages.ts';
import type { RuntimeConfig } from './runtime-config.ts';
import type { Tenant } from './tenants.ts';

/**
 * The interface between server and web: what `web/dist/server/entry-server.js` exports. The server does not depend on
 * React; the web does not depend on Fastify.
 */
export interface PageRequest {
  /** Path with its percent encodings, as requested. */
  path: string;
  /** Query without `?`. */
  search: string;
  /** `https://spring.example.org`, for canonical links and cross-tenant links. */
  origin: string;
  tenant: Tenant;
  config: RuntimeConfig;
  /** Makes a call in the same process as a visitor; rejects with an AcademyError. */
  call: <C extends Call>(call: C, input: CallInput<C>) => Promise<CallReply<C>>;
  correlationId: string;
}

export interface Page {
  /** 301: what was there has another address now. */
  status: 200 | 301 | 302 | 404;
  /** Target of a redirect. */
  location?: string;
  /** The whole document; the same for everybody. */
  html: string;
}

/** The normal form of an address. */
export interface NormalForm {
  /** Equal for all addresses that show the same page. */
  address: string;
  /** False where visitors can make up any number of addresses: searches, filters, ids behind a guard. */
  isOneOfFew: boolean;
}

export interface WebEntry {
  renderPage(request: PageRequest): Promise<Page>;
  /** An empty document that the browser renders, for when server-side rendering fails. */
  renderShell(request: PageRequest, status: number): string;
  /** The document of every address of a language on a static host: it loads `/config.json`, `/de/config.json` from there. */
  staticDocument(tenant: Tenant, language?: Language): string;
  /** The normal form of an address without rendering it; null when no screen matches (not-found page). */
  normalFormOf(path: string, search: string): NormalForm | null;
  /** The pattern of the screen at a path, `/courses/:slug`; null when no screen matches. */
  patternOf(path: string): string | null;
  /** The cover of a slug in the brand's light colors: an SVG document of 640 by 400 that holds paths with `oklch()` colors. */
  coverPicture(slug: string, tenant: Tenant): string;
  /**
   * Content-Security-Policy sources of the inline scripts and styles in a tenant's document at a path: `'sha256-...'`. Those
   * of all screens would be more than reverse proxies take as headers. Null: an empty document, as on static hosts.
   */
  csp(tenant: Tenant, path: string | null): { scripts: readonly string[]; styles: readonly string[] };
}
