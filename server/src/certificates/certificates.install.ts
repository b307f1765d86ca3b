import type { AppContext } from '../app-context.ts';
import { bindCertificates } from './certificates.routes.ts';
import { addCredentials } from './credentials.routes.ts';

export function installCertificates(context: AppContext): void {
  const { server, calls, certificates, rateLimits } = context;
  bindCertificates(calls, certificates);
  addCredentials(server, { ...context, count: rateLimits.anonymous });
}
