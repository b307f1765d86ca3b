import { hashOf } from '@academy/identity/pages/style';
import type { FastifyInstance } from 'fastify';

/** Notifies the embedding page that the lab has ended, and why. */
const SCRIPT =
  "if(parent!==window)parent.postMessage({labReturn:new URLSearchParams(location.search).get('notification')||''},location.origin)";
const STYLE =
  'body{margin:0;display:grid;place-items:center;min-height:100vh;font:1.0625rem/1.65 system-ui;color-scheme:light dark}';
const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The lab has ended</title>
<style>${STYLE}</style></head>
<body><main><h1>The lab has ended</h1><p><a href="/" target="_top">Back to the academy</a></p></main><script>${SCRIPT}</script></body>
</html>
`;
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * The page to which labs of other platforms redirect when they end: opened in the frame, it notifies the embedding
 * page.
 */
export function addLabReturn(app: FastifyInstance): void {
  app.get('/lab-return', async (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
}
