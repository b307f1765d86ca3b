import { endViewAs, startViewAs } from '@academy/contract/view-as';
import type { CallTable } from '../calls/bind.ts';
import type { ImpersonationService } from './view-as.service.ts';

export function bindViewAs(calls: CallTable, views: ImpersonationService): void {
  calls.bind(startViewAs, async ({ scope, params }) => {
    const { expiresAt, ...started } = await views.start(scope, params.userId);
    return { ...started, expiresAt: expiresAt.toISOString() };
  });

  calls.bind(endViewAs, async ({ scope }) => ({ ended: await views.end(scope) }));
}
