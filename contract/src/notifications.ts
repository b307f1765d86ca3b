import * as v from 'valibot';
import { defineCall } from './call.ts';
import { inputTexts } from './rules/input-texts.ts';

/** Kinds of mail that learners can turn on. All are off by default. */
export const NOTIFICATION_KINDS = ['new-content', 'membership-end', 'weekly-digest', 'due-soon', 'overdue'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Days before its end at which a notification of an ending membership is sent. */
export const MEMBERSHIP_NOTIFICATION_DAYS = 14;
/** A course is no longer followed after this many days without activity, unless it is a favorite. */
export const FOLLOWED_DAYS = 180;

const KindSchema = v.picklist(NOTIFICATION_KINDS, () => inputTexts.notificationKind);

export const NotificationsSchema = v.object({
  /** Recipient of mail; null: there is no verified address, so no mail is sent. */
  address: v.nullable(v.string()),
  /** All kinds, in their order. The end of membership is one choice for all academies. */
  choices: v.array(v.object({ kind: KindSchema, isOn: v.boolean() })),
});
export type Notifications = v.InferOutput<typeof NotificationsSchema>;

export const getNotifications = defineCall({
  name: 'getNotifications',
  method: 'GET',
  path: '/notifications/settings',
  summary: "The learner's choice of mail from this academy, and the address it goes to.",
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: NotificationsSchema,
});

export const setNotification = defineCall({
  name: 'setNotification',
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Turns one kind of mail on or off; events from before it was turned on are never mailed.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  body: v.strictObject({ kind: KindSchema, isOn: v.boolean() }),
  reply: NotificationsSchema,
});
