import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isLanguage, LANGUAGES, type Language } from '@academy/contract/i18n/languages';
import type { Tenant, TenantId, TenantTexts, TenantTranslations } from '@academy/contract/tenants';
import { checkTenant, checkTranslation, TenantError } from './check.ts';

/**
 * The folder with one folder per tenant: this one, unless `ACADEMY_TENANTS_FOLDER` names the operator's own. It is read
 * here and not with the settings, because several settings are validated against the ids of the tenants.
 */
export const TENANTS_ROOT = process.env.ACADEMY_TENANTS_FOLDER
  ? resolve(process.env.ACADEMY_TENANTS_FOLDER)
  : fileURLToPath(new URL('.', import.meta.url));

/**
 * Loads every tenant: each folder of `root` with a `tenant.ts`.
 * @returns tenants by id, in the order in which they are shown
 * @throws TenantError when a tenant's data or drawings are invalid
 */
export async function loadTenants(root: string = TENANTS_ROOT): Promise<Map<TenantId, Tenant>> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: Error) => {
    throw new TenantError(root, [`cannot be read: ${error.message}`]);
  });
  const folders = entries.filter((entry) => entry.isDirectory());
  const loaded = await Promise.all(folders.map((folder) => loadFolder(root, folder.name)));
  const tenants = loaded.filter((tenant) => tenant !== null);
  if (tenants.length === 0) throw new TenantError(root, ['holds no folder with a tenant.ts']);
  tenants.sort((a, b) => a.order - b.order || (a.tenantId < b.tenantId ? -1 : 1));
  return new Map(tenants.map((tenant) => [tenant.tenantId, tenant]));
}

/** Path of a tenant's drawing on disk, for example its `logo.file`. */
export function tenantFilePath(tenant: Tenant, file: string, root: string = TENANTS_ROOT): string {
  return join(root, tenant.tenantId, file);
}

async function loadFolder(root: string, name: string): Promise<Tenant | null> {
  const files = await readdir(join(root, name));
  if (!files.includes('tenant.ts')) return null;
  const where = `tenants/${name}`;
  const loaded: { tenant?: unknown } = await import(
    /* @vite-ignore */ pathToFileURL(join(root, name, 'tenant.ts')).href
  );
  const tenant = checkTenant(loaded.tenant, where);
  if (tenant.tenantId !== name) {
    throw new TenantError(where, [`tenantId: is '${tenant.tenantId}', must be the name of its folder`]);
  }
  const problems: string[] = [];
  for (const [field, file] of [
    ['logo.file', tenant.logo.file],
    ['favicon.file', tenant.favicon.file],
  ] as const) {
    if (!files.includes(file)) problems.push(`${field}: ${file} is not in the folder`);
    else problems.push(...drawingProblems(field, await readFile(join(root, name, file), 'utf8')));
  }
  if (problems.length > 0) throw new TenantError(where, problems);
  return { ...tenant, translations: await loadTranslations(join(root, name), files, tenant) };
}

/** Each `tenant.<language>.ts` of a folder. */
async function loadTranslations(folder: string, files: readonly string[], tenant: Tenant): Promise<TenantTranslations> {
  const translations: Partial<Record<Language, TenantTexts>> = {};
  for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
    const file = `tenant.${language}.ts`;
    if (!files.includes(file)) continue;
    const loaded: { texts?: unknown } = await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
    translations[language] = checkTranslation(loaded.texts, tenant, `tenants/${tenant.tenantId}/${file}`);
  }
  return translations;
}

function drawingProblems(field: string, svg: string): string[] {
  const problems: string[] = [];
  if (!/^\s*<svg[^>]* viewBox="/.test(svg)) problems.push(`${field}: is not an SVG drawing with a viewBox`);
  // Served from our own origin, so a drawing must not be able to run scripts or fetch anything.
  if (/<script|<foreignObject|\son\w+\s*=|href\s*=|url\(\s*['"]?[^#'"\s]/i.test(svg)) {
    problems.push(`${field}: must not hold scripts, handlers or links`);
  }
  return problems;
}
