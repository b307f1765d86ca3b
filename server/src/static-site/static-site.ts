import { readFile } from 'node:fs/promises';
import { API_BASE_PATH, PERMISSIONS_POLICY } from '@academy/contract/constants';
import { LANGUAGES, type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import type { RuntimeConfig } from '@academy/contract/runtime-config';
import type { Tenant } from '@academy/contract/tenants';
import type { WebEntry } from '@academy/contract/web-entry';
import { tenantFilePath } from '@academy/tenants';
import { webManifest } from '../brand-files/web-manifest.ts';
import { CSP_REPORTS, documentPolicy } from '../http/security-headers.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';

/**
 * The files of an academy on a static host besides the built `assets/`, by name: the one document for all addresses of a
 * language, its configuration, drawings of the brand, and the headers that the host has to send.
 */
export async function staticSite(
  tenant: Tenant,
  configs: RuntimeConfigs,
  web: Pick<WebEntry, 'staticDocument' | 'csp'>,
): Promise<Map<string, string | Buffer>> {
  const config = configFrom(configs.of(tenant));
  const brand = `assets/brand/${tenant.tenantId}`;
  const [logo, favicon] = await Promise.all(
    [tenant.logo.file, tenant.favicon.file].map((file) => readFile(tenantFilePath(tenant, file))),
  );
  if (logo === undefined || favicon === undefined) throw new Error(`${tenant.tenantId} has no drawings`);
  return new Map<string, string | Buffer>([
    ...(Object.keys(LANGUAGES) as Language[]).flatMap((language): [string, string][] => {
      const folder = language === ORIGINAL ? '' : `${language}/`;
      const own = tenantInLanguage(tenant, language);
      return [
        [`${folder}index.html`, web.staticDocument(own, language)],
        [`${folder}config.json`, `${JSON.stringify({ config, tenant: own }, null, 2)}\n`],
      ];
    }),
    ['_headers', headersFor(tenant, config, configs, web)],
    ['favicon.svg', favicon],
    ['manifest.webmanifest', JSON.stringify(webManifest(tenant))],
    [`${brand}/logo.svg`, logo],
    [`${brand}/favicon.svg`, favicon],
  ]);
}

/** API and log-out are on another origin, and a static host cannot serve the analytics frame. */
function configFrom(config: RuntimeConfig): RuntimeConfig {
  const api = `${config.tenantOrigins[config.tenantId] ?? ''}${API_BASE_PATH}`;
  return { ...config, apiBaseUrl: api, logoutUrl: `${api}/session`, analytics: null };
}

/** In the format of static hosts: a pattern of addresses, and below it the headers. */
function headersFor(
  tenant: Tenant,
  config: RuntimeConfig,
  configs: RuntimeConfigs,
  web: Pick<WebEntry, 'csp'>,
): string {
  const api = new URL(config.apiBaseUrl).origin;
  const policy = documentPolicy({
    ...web.csp(tenant, null),
    connect: [...new Set([api, ...configs.connectOrigins])],
    pictures: [api, ...configs.fileOrigins],
    frames: configs.frameOrigins,
    anyStyles: false,
    reports: `${api}${CSP_REPORTS}`,
    namesReports: false,
  });
  return [
    '/*',
    `  Content-Security-Policy: ${policy}`,
    '  Cross-Origin-Opener-Policy: same-origin',
    `  Permissions-Policy: ${PERMISSIONS_POLICY}`,
    '  Referrer-Policy: strict-origin-when-cross-origin',
    '  X-Content-Type-Options: nosniff',
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    '',
  ].join('\n');
}
