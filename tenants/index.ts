export { checkTenant, TenantError } from './check.ts';
export { loadTenants, TENANTS_ROOT, tenantFilePath } from './load.ts';
