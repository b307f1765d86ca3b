import { ANALYTICS_FRAME } from '@academy/contract/analytics';
import { html, raw } from '@academy/identity/pages/html';
import { hashOf } from '@academy/identity/pages/style';
import type { FastifyInstance } from 'fastify';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import type { Container, ContainerOf } from './container.ts';

/**
 * Starts the container, asks the embedding page for its address and title by message, and pushes both as events of the
 * container. It is the only script of ours in the frame.
 */
const SCRIPT = [
  "window.dataLayer=[{event:'gtm.js','gtm.start':Date.now()}];",
  "addEventListener('message',({source,data})=>{",
  "if(source===parent&&typeof data?.address=='string'&&typeof data.title=='string')",
  "dataLayer.push({event:'page_view',page_location:data.address,page_title:data.title})});",
  "const script=document.createElement('script');script.async=true;script.src=document.currentScript.dataset.container;",
  "document.head.append(script);parent.postMessage('analytics-frame','*')",
].join('');

/**
 * The sandboxed frame has an opaque origin: its scripts reach neither the page around it nor the browser storage of the
 * academy, even when it is opened directly.
 */
const policyFor = ({ script, origins }: Container): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(SCRIPT)} ${new URL(script).origin}`,
    `connect-src ${origins.join(' ')}`,
    `img-src ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

/** Serves the document in which the container of a tenant runs; 404 for a tenant without one. */
export function addAnalyticsFrame(app: FastifyInstance, tenants: Tenants, containerOf: ContainerOf): void {
  app.get(ANALYTICS_FRAME, async (request, reply) => {
    const container = containerOf(tenantOfPage(request, tenants));
    if (container === null) return reply.callNotFound();
    const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Analytics</title><script data-container="${container.script}">${raw(SCRIPT)}</script></head>
</html>
`;
    return reply
      .header('content-security-policy', policyFor(container))
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.text);
  });
}
