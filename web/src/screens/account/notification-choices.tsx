import { useState } from 'react';
import { type NotificationKind, useNotifications } from '../../api/notifications.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import css from './account-page.module.css';

const WORDS: Readonly<Record<NotificationKind, { label: string; hint: string }>> = {
  'new-content': {
    label: 'New content in courses I follow',
    hint: 'New lessons in courses with your heart on them, or in which you learned during the last half year. One mail a day at most.',
  },
  'membership-end': {
    label: 'My membership is about to end',
    hint: 'Two weeks before the end of a Pro membership, once. It holds for all academies.',
  },
  'weekly-digest': {
    label: 'Weekly digest',
    hint: 'What you completed, what is next, and which courses are new. It comes every seven days from the day on which you switch it on, and not at all when there is nothing to say.',
  },
};

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
            <p className={css.failure}>How it is set could not be loaded.</p>
            <Button onClick={() => void refetch()}>Try again</Button>
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
          <p className={css.failure}>
            You have no verified e-mail address, so nothing is sent. Verify one, and what you switch on here comes.
          </p>
          <LinkButton href={urls.email()}>Verify an address</LinkButton>
        </div>
      ) : (
        <p className={css.note}>
          {name} Academy mails you what you switch on here, to <strong className={css.value}>{data.address}</strong>.
          Every such mail has a link that ends it.
        </p>
      )}
      <ul className={css.choices}>
        {choices.map(({ kind, isOn }) => (
          <li key={kind}>
            <Switch
              label={WORDS[kind].label}
              checked={pending?.kind === kind ? pending.isOn : isOn}
              onChange={(on) => void change(kind, on)}
            />
            <p className={css.note}>{WORDS[kind].hint}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
