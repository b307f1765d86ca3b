import type { WebEntry } from '@academy/contract/web-entry';
import type { FastifyInstance } from 'fastify';

/** The web as the server loaded it. */
export interface LoadedWeb {
  entry: WebEntry;
  /** Address of the built entry, for a rendering thread; null in development. */
  entryUrl: string | null;
  /** Null in development: Vite serves the browser files. */
  clientFolder: string | null;
  /** Adds handlers that run before the routes. */
  before: ((app: FastifyInstance) => Promise<void>) | null;
}
