import { withLanguage } from '@academy/contract/i18n/address';
import { LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyInstance } from 'fastify';
import { readyBytes, sendReady } from '../http/compressed.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';

/** First path segments with nothing for search engines: tools, and personal pages. */
const PRIVATE = [
  'account',
  'admin',
  'api',
  'appLogout',
  'auth',
  'drafts',
  'email',
  'idp',
  'login',
  'review',
  'search',
  'unsubscribe',
];

/**
 * The content of `/robots.txt`. Only production is open to search engines: other environments show the same content.
 *
 * @param origin of the academy, as the settings name it
 */
export function robotsText(origin: string, isProduction: boolean): string {
  const rules = isProduction
    ? // The segment itself, paths below it, and it with a query; a page whose slug merely begins alike stays open.
      (Object.keys(LANGUAGES) as Language[])
        .flatMap((language) => PRIVATE.map((part) => withLanguage(`/${part}`, language)))
        .flatMap((path) => [`${path}$`, `${path}/`, `${path}?`])
        .map((path) => `Disallow: ${path}`)
    : ['Disallow: /'];
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

export function addRobots(
  app: FastifyInstance,
  { tenants, configs }: { tenants: Tenants; configs: RuntimeConfigs },
): void {
  const textOf = (tenant: Tenant) => {
    const { environment, tenantOrigins } = configs.of(tenant);
    return robotsText(tenantOrigins[tenant.tenantId] ?? '', environment === 'prod');
  };
  const texts = new Map(
    [...tenants.values()].map((tenant) => [tenant.tenantId, readyBytes(textOf(tenant), 'text/plain; charset=utf-8')]),
  );
  app.route({
    method: ['GET', 'HEAD'],
    url: '/robots.txt',
    async handler(request, reply) {
      const text = texts.get(tenantOfPage(request, tenants).tenantId);
      return text === undefined ? reply.callNotFound() : sendReady(request, reply, text, 'public, max-age=3600');
    },
  });
}
