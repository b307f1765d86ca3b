import { AcademyError } from '@academy/contract/errors';
import type { Language } from '@academy/contract/i18n/languages';
import { NOTIFICATION_KINDS, type NotificationKind, type Notifications } from '@academy/contract/notifications';
import type { Database } from '../db/connect.ts';
import type { PersonId, SignedInScope, TenantScope } from '../values/scope.ts';
import { notificationAddress } from './notification-address.ts';
import { type ChoiceName, type ChoiceRow, notificationsStore } from './notifications.store.ts';

const WEEK_MS = 7 * 86_400_000;

export interface NotificationsOptions {
  db: Database;
  now?: () => number;
}

/** The choice behind the link of a mail. */
export interface LinkChoice {
  kind: NotificationKind;
  /** Language of the person who made it; null: none was chosen. */
  language: Language | null;
}

/** Membership is the same in all academies, so its choice is, too. */
const isEverywhere = (kind: NotificationKind): boolean => kind === 'membership-end';

/** Learners' choices of notifications, made signed in or by the link of a mail. */
export function notificationsService({ db, now = Date.now }: NotificationsOptions) {
  async function settings({ actor, tenantId }: SignedInScope): Promise<Notifications> {
    const store = notificationsStore(db);
    const [who, on] = await Promise.all([store.person(actor.personId), store.on(actor.personId)]);
    if (who === null) throw new AcademyError('invalid-token');
    const isOn = (kind: NotificationKind) =>
      on.some((choice) => choice.kind === kind && (isEverywhere(kind) || choice.tenantId === tenantId));
    return {
      address: await notificationAddress(db, who),
      choices: NOTIFICATION_KINDS.map((kind) => ({ kind, isOn: isOn(kind) })),
    };
  }

  async function switchOff(name: ChoiceName): Promise<void> {
    await db.transaction(async (tx) => {
      const store = notificationsStore(tx);
      await store.holdPerson(name.personId);
      await store.switchOff(name, isEverywhere(name.kind) ? null : name.tenantId, new Date(now()));
    });
  }

  return {
    settings,

    /** Turns one kind on or off; turning on twice changes nothing. @throws AcademyError invalid-token */
    async choose(scope: SignedInScope, kind: NotificationKind, isOn: boolean): Promise<Notifications> {
      const { tenantId } = scope;
      const { personId } = scope.actor;
      const name = { personId, tenantId, kind };
      if (isOn) {
        await db.transaction(async (tx) => {
          const store = notificationsStore(tx);
          if ((await store.holdPerson(personId)) === null) throw new AcademyError('invalid-token');
          const isOnElsewhere = isEverywhere(kind) && (await store.on(personId)).some((one) => one.kind === kind);
          if (isOnElsewhere) return;
          const at = new Date(now());
          await store.switchOn(name, at, kind === 'weekly-digest' ? new Date(at.getTime() + WEEK_MS) : at);
        });
      } else await switchOff(name);
      return settings(scope);
    },

    /** The choice behind the link of a mail of this academy; null for an invalid link. */
    async ofLink(tenantId: TenantScope, token: string): Promise<(LinkChoice & { isOn: boolean }) | null> {
      const choice = await choiceOf(tenantId, token);
      if (choice === null) return null;
      const found = await chosenBy(choice);
      if (!isEverywhere(found.kind)) return { ...found, isOn: choice.isOn };
      const on = await notificationsStore(db).on(choice.personId as PersonId);
      return { ...found, isOn: on.some((one) => one.kind === found.kind) };
    },

    /** Unsubscribes by the link of a mail, without a log-in. @returns the choice; null for an invalid link */
    async unsubscribe(tenantId: TenantScope, token: string): Promise<LinkChoice | null> {
      const choice = await choiceOf(tenantId, token);
      if (choice === null) return null;
      const found = await chosenBy(choice);
      await switchOff({ personId: choice.personId as PersonId, tenantId, kind: found.kind });
      return found;
    },
  };

  async function chosenBy({ personId, kind }: ChoiceRow): Promise<LinkChoice> {
    const who = await notificationsStore(db).person(personId);
    return { kind: kind as NotificationKind, language: who?.language ?? null };
  }

  async function choiceOf(tenantId: TenantScope, token: string): Promise<ChoiceRow | null> {
    const choice = await notificationsStore(db).byToken(token);
    return choice?.tenantId === tenantId ? choice : null;
  }
}

export type NotificationsService = ReturnType<typeof notificationsService>;
