import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connect.ts';
import { asset } from '../db/tables.ts';

/** Media types that a browser may show in place; anything else is offered as a download (security rule 22). */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|video\/mp4|text\/vtt)$/;

/** Serves pictures and other files of the content by the hash of their bytes: whoever has the address had the page. */
export function addContentAssets(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { file: string } }>('/assets/content/:file', async (request, reply) => {
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{2,5}$/.exec(request.params.file) ?? [];
    if (hash === undefined) return reply.callNotFound();
    const etag = `"${hash}"`;
    reply.header('etag', etag).header('cache-control', 'public, max-age=31536000, immutable');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const rows = await db.select().from(asset).where(eq(asset.hash, hash)).limit(1);
    const [file] = rows;
    if (file === undefined) {
      reply.removeHeader('etag').removeHeader('cache-control');
      return reply.callNotFound();
    }
    const shown = SHOWN.test(file.mediaType);
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('content-disposition', shown ? 'inline' : 'attachment')
      .type(shown ? file.mediaType : 'application/octet-stream')
      .send(file.bytes);
  });
}
