import { bindCertificates } from '../certificates/certificates.routes.ts';
import { addCredentials } from '../certificates/credentials.routes.ts';
import type { AppContext } from './app-context.ts';

export function installCertificates(context: AppContext): void {
  const { server, calls, certificates, rateLimits } = context;
  bindCertificates(calls, certificates);
  addCredentials(server, { ...context, count: rateLimits.anonymous });
}
