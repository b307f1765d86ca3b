import { useState } from 'react';
import { type NotificationKind, useNotifications } from '../../api/notifications.ts';
import { joined } from '../../i18n/joined.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';

const WORDS = {
  'new-content': { label: 'newContent', hint: 'newContentText' },
  'membership-end': { label: 'membershipEnd', hint: 'membershipEndText' },
  'weekly-digest': { label: 'weeklyDigest', hint: 'weeklyDigestText' },
  'due-soon': { label: 'dueSoon', hint: 'dueSoonText' },
  overdue: { label: 'overdue', hint: 'overdueText' },
} as const satisfies Record<NotificationKind, unknown>;

/** Switches of the notification e-mails. All are off by default. */
export function NotificationChoices() {
  const { name, signedInIsPro } = useTenant();
  const { data, isError, refetch, choose } = useNotifications();
  const [pending, setPending] = useState<{ kind: NotificationKind; isOn: boolean } | null>(null);
  const change = async (kind: NotificationKind, isOn: boolean) => {
    if (pending !== null) return;
    setPending({ kind, isOn });
    // The call has shown the error, and the switch shows the present state.
    await choose(kind, isOn).catch(() => undefined);
    setPending(null);
  };

  if (data === undefined)
    return (
      <div className={css.part} role={isError ? 'alert' : undefined}>
        {isError && (
          <>
            <p className={css.failure}>{accountTexts.settingFailed}</p>
            <Button onClick={() => void refetch()}>{accountTexts.tryAgain}</Button>
          </>
        )}
      </div>
    );
  // Where everybody has what members have elsewhere, there is no membership to speak of.
  const choices = data.choices.filter(({ kind, isOn }) => kind !== 'membership-end' || !signedInIsPro || isOn);
  return (
    <div className={css.part}>
      {data.address === null ? (
        <div className={css.part}>
          <p className={css.failure}>{accountTexts.noAddress}</p>
          <LinkButton href={urls.email()}>{accountTexts.verifyAddress}</LinkButton>
        </div>
      ) : (
        <p className={css.note}>
          {joined(
            accountTexts.mailsTo({
              strong: (words) => <strong className={css.value}>{words}</strong>,
              name,
              address: data.address,
            }),
          )}
        </p>
      )}
      <ul className={css.choices}>
        {choices.map(({ kind, isOn }) => (
          <li key={kind}>
            <Switch
              label={accountTexts[WORDS[kind].label]}
              checked={pending?.kind === kind ? pending.isOn : isOn}
              onChange={(on) => void change(kind, on)}
            />
            <p className={css.note}>{accountTexts[WORDS[kind].hint]}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
