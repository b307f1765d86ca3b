import { getNotifications, setNotification } from '@academy/contract/notifications';
import type { CallTable } from '../calls/bind.ts';
import type { NotificationsService } from './notifications.service.ts';

export function bindNotifications(calls: CallTable, notifications: NotificationsService): void {
  calls.bind(getNotifications, ({ scope }) => notifications.settings(scope));
  calls.bind(setNotification, ({ scope, body }) => notifications.choose(scope, body.kind, body.isOn));
}
