import type { PublicAlert } from '@academy/contract/alerts';
import type { AlertRow } from './alerts.store.ts';

export function presentPublic(row: AlertRow): PublicAlert {
  const { alertId, tenantId, message, actionText, actionUrl, level, audience } = row;
  return {
    id: alertId,
    tenantId,
    message,
    actionText,
    actionUrl,
    level,
    audience,
    from: row.startsAt?.toISOString() ?? null,
    to: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
