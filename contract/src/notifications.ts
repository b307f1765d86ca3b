import * as v from 'valibot';
import { defineCall } from './call.ts';

/** What a learner can have mailed. Nothing is, before he or she says so. */
export const NOTICE_KINDS = ['new-content', 'membership-end', 'weekly-digest'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How long before its end a Pro membership is told to end soon, days. */
export const MEMBERSHIP_NOTICE_DAYS = 14;
/** Who did nothing in a course for so long does not follow it any more, unless it has the heart; days. */
export const FOLLOWED_DAYS = 180;

const KindSchema = v.picklist(NOTICE_KINDS, 'is not a kind of notification');

export const NotificationsSchema = v.object({
  /** Where mail goes; null: there is no verified address, and so no mail. */
  address: v.nullable(v.string()),
  /** Every kind, in their order. The end of membership is the same choice in all academies. */
  choices: v.array(v.object({ kind: KindSchema, isOn: v.boolean() })),
});
export type Notifications = v.InferOutput<typeof NotificationsSchema>;

export const getNotifications = defineCall({
  name: 'getNotifications',
  method: 'GET',
  path: '/notifications/settings',
  summary: 'What the learner wants to be mailed by this academy, and to which address.',
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
  summary: 'Switches one kind of mail on or off; what happened before it was switched on is never mailed.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  body: v.strictObject({ kind: KindSchema, isOn: v.boolean() }),
  reply: NotificationsSchema,
});
