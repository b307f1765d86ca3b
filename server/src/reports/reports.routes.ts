import { reportBrowserError } from '@academy/contract/reports';
import type { FastifyBaseLogger } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import { withoutPrivate } from './private-texts.ts';

/** Logs errors of browsers; they are not stored, and the log does not say whose browser it was. */
export function bindReports(calls: CallTable, log: FastifyBaseLogger): void {
  calls.bind(reportBrowserError, async ({ scope: { correlationId, tenantId }, body }) => {
    const { message, stack, path, release } = body;
    log.warn(
      {
        correlationId,
        tenant: tenantId,
        error: withoutPrivate(message),
        stack: withoutPrivate(stack),
        path: withoutPrivate(path),
        release: withoutPrivate(release),
      },
      'error in a browser',
    );
    return { reference: correlationId };
  });
}
