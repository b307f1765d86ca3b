import type { FastifyInstance } from 'fastify';
import type { ReadAsset } from './content-assets.store.ts';

/** Media types that a browser may show in place; anything else is offered as a download (security rule 22). */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|svg\+xml)|video\/mp4|text\/vtt)$/;

/** Serves pictures and other files of the content by the hash of their bytes: whoever has the address had the page. */
export function addContentAssets(app: FastifyInstance, read: ReadAsset): void {
  app.get<{ Params: { file: string } }>('/assets/content/:file', async (request, reply) => {
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{2,5}$/.exec(request.params.file) ?? [];
    if (hash === undefined) return reply.callNotFound();
    const etag = `"${hash}"`;
    reply.header('etag', etag).header('cache-control', 'public, max-age=31536000, immutable');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const file = await read(hash);
    if (file === null) {
      reply.removeHeader('etag').removeHeader('cache-control');
      return reply.callNotFound();
    }
    const shown = SHOWN.test(file.mediaType);
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('content-disposition', shown ? 'inline' : 'attachment')
      .type(shown ? file.mediaType : 'application/octet-stream')
      .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
  });
}
