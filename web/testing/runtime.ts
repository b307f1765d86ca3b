import type { Tenant } from '@academy/contract/tenants';
import { tenant as spring } from '@academy/tenants/spring/tenant';
import { type Runtime, setPageRuntime } from '../src/lib/runtime.tsx';

/** Sets the page's runtime for a test: the spring academy whose API and provider live at one origin. */
export function runtimeAt(origin: string, tenant: Tenant = spring): Runtime {
  const runtime: Runtime = {
    tenant,
    config: {
      environment: 'local',
      tenantId: tenant.tenantId,
      apiBaseUrl: `${origin}/api/v1`,
      issuer: `${origin}/idp/`,
      clientId: `academy-${tenant.tenantId}`,
      scopes: 'openid email profile',
      endpoints: {
        authorize: `${origin}/idp/oauth2/v1/authorize`,
        token: `${origin}/idp/oauth2/v1/token`,
        logout: `${origin}/idp/oauth2/v1/logout`,
        register: true,
      },
      logoutHint: false,
      logoutUrl: `${origin}/api/v1/session`,
      registrationUrl: null,
      accountUrl: `${origin}/idp/account`,
      brightcove: null,
      analytics: null,
      tenantOrigins: { [tenant.tenantId]: origin },
    },
  };
  setPageRuntime(runtime);
  return runtime;
}
