import { MAX_MORE_MINUTES } from '@academy/contract/constants';
import { useState } from 'react';
import { useAttemptHelp } from '../../api/knowledge-checks-admin.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { attemptHelpTexts } from './attempt-help-texts.ts';

interface AttemptHelpProps {
  tenantId: string;
  userId: string;
  /** Of the learner. */
  name: string;
  attempt: { attemptId: string; title: string; moreMinutes?: number | null | undefined };
}

const onFailure = (message: string) => showAlert({ type: 'danger', message: escapeHtml(message) });

/** Grants another attempt after the last one. */
export function GrantAttempt({ tenantId, userId, name, attempt: { attemptId, title } }: AttemptHelpProps) {
  const [isAsking, setAsking] = useState(false);
  const { grant } = useAttemptHelp({ tenantId, userId, attemptId });
  const confirmed = async () => {
    await grant();
    addToast({ type: 'success', message: attemptHelpTexts.granted({ name, title }), autoClose: true });
  };
  return (
    <>
      <Button aria-label={attemptHelpTexts.grantAt({ title })} onClick={() => setAsking(true)}>
        {attemptHelpTexts.grant}
      </Button>
      <Confirm
        open={isAsking}
        title={attemptHelpTexts.grantTitle({ name })}
        action={attemptHelpTexts.grant}
        onConfirm={confirmed}
        onClose={() => setAsking(false)}
        onFailure={onFailure}
      >
        <p>{attemptHelpTexts.grantText({ name, title })}</p>
      </Confirm>
    </>
  );
}

/** Gives more time for an attempt with a time limit; nothing for others. */
export function MoreTime({ tenantId, userId, name, attempt: { attemptId, title, moreMinutes } }: AttemptHelpProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { giveTime } = useAttemptHelp({ tenantId, userId, attemptId });
  if (moreMinutes == null) return null;
  const minutes = Number(typed ?? moreMinutes);
  const isValid = Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_MORE_MINUTES;
  const confirmed = async () => {
    if (!isValid) throw new Error(attemptHelpTexts.minutesAllowed({ max: MAX_MORE_MINUTES }));
    await giveTime(minutes);
    addToast({
      type: 'success',
      message: attemptHelpTexts.timeGiven({ name, title, count: minutes }),
      autoClose: true,
    });
  };
  return (
    <>
      <Button aria-label={attemptHelpTexts.moreTimeAt({ title })} onClick={() => setTyped(String(moreMinutes))}>
        {moreMinutes === 0 ? attemptHelpTexts.moreTime : attemptHelpTexts.hasMore({ count: moreMinutes })}
      </Button>
      <Confirm
        open={typed !== null}
        title={attemptHelpTexts.moreTimeTitle({ name })}
        action={attemptHelpTexts.save}
        onConfirm={confirmed}
        onClose={() => setTyped(null)}
        onFailure={onFailure}
      >
        <p>{attemptHelpTexts.moreTimeText({ title })}</p>
        <Field label={attemptHelpTexts.minutes}>
          {(field) => (
            <input
              {...field}
              type="number"
              min={0}
              max={MAX_MORE_MINUTES}
              value={typed ?? ''}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </Confirm>
    </>
  );
}
