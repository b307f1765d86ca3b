import { reportBrowserError } from '@academy/contract/reports';
import type { FastifyBaseLogger } from 'fastify';
import type { CallTable } from '../calls/bind.ts';
import { withoutPrivate } from './private-texts.ts';

/** Errors of browsers become lines of the log; nothing else is kept of them, and nothing says whose browser it was. */
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
