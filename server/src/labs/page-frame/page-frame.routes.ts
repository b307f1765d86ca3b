import { readFile } from 'node:fs/promises';
import { LAB_PAGE_FRAME } from '@academy/contract/rules/lab-address';
import type { FastifyInstance } from 'fastify';

/**
 * The frame has no origin, even when it is opened directly: neither it nor the pages in it reach the academy, its storage or
 * any other host. Their scripts are the learner's own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data: blob:",
  'img-src data: blob:',
  'font-src data: blob:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms allow-modals',
].join('; ');

const STYLE = 'html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;background:#fff}';

/** Serves the document in which labs show pages of programs that run in the learner's browser. */
export async function addPageFrame(app: FastifyInstance): Promise<void> {
  const script = await readFile(new URL('page-frame.js', import.meta.url), 'utf8');
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Page of a lab</title><style>${STYLE}</style></head>
<body><script type="module">${script}</script></body>
</html>
`;
  app.get(LAB_PAGE_FRAME, (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'public, max-age=3600')
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
